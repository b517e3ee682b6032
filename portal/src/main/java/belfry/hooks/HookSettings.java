package belfry.hooks;

import belfry.base.IpRange;
import java.util.List;

/**
 * What an operator says about programs that are told what happens.
 *
 * @param networks where they may be besides the public internet, and without TLS
 */
public record HookSettings(List<IpRange> networks) {
  /** Only on the public internet. */
  public static final HookSettings PUBLIC = new HookSettings(List.of());

  public HookSettings {
    networks = List.copyOf(networks);
  }

  /** For operators. */
  @Override
  public String toString() {
    return IpRange.written(networks, "none: only the public internet, with TLS");
  }
}
