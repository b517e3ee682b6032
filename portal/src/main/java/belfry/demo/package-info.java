/**
 * What a demo of several nodes runs beside the simulated platform, each in a process of its own.
 */
@NullMarked
package belfry.demo;

import org.jspecify.annotations.NullMarked;
