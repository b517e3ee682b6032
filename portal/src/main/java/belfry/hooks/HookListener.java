package belfry.hooks;

import belfry.apps.AppName;

/** Watches what programs are told, for those who measure; it may not throw. */
public interface HookListener {
  /** Nobody watches. */
  HookListener NONE = (_, _) -> {};

  /** A program of this app was told something, and took it or not. */
  void told(AppName app, boolean taken);
}
