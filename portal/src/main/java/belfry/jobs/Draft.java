package belfry.jobs;

import belfry.messages.MessageText;
import belfry.people.Audience;

/** What a person writes: the text, for whom, and what to do about spaces nobody can look into. */
public record Draft(MessageText text, Audience audience, Run.OnUnknown onUnknown) {}
