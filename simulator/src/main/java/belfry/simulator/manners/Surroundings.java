package belfry.simulator.manners;

import belfry.simulator.base.Time;
import belfry.simulator.directory.Directory;

/** What manners look things up in. */
record Surroundings(Directory directory, Time time) {}
