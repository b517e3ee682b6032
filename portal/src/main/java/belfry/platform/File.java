package belfry.platform;

/**
 * A file that goes with a message.
 *
 * @param type its media type
 * @param bytes never changed by whoever gets it
 */
@SuppressWarnings("ArrayRecordComponent")
public record File(String name, String type, byte[] bytes) {}
