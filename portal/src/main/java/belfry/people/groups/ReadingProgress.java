package belfry.people.groups;

/**
 * A group whose members are being read.
 *
 * @param read how many were read so far
 * @param counted whether those of an earlier copy are counted; otherwise nobody is yet
 */
public record ReadingProgress(String name, long read, boolean counted) {}
