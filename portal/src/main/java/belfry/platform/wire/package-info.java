/** How the platform is asked: requests, paces, answers, and its clock. */
@NullMarked
package belfry.platform.wire;

import org.jspecify.annotations.NullMarked;
