package belfry.web.frame;

import belfry.access.Access;
import belfry.access.ApiTokens;
import belfry.access.Languages;
import belfry.answers.Answers;
import belfry.apps.Apps;
import belfry.delivery.Delivery;
import belfry.hooks.Hooks;
import belfry.jobs.Jobs;
import belfry.people.People;
import belfry.signin.SignIn;

/** The features that the API exposes. */
public record Features(
    Apps apps,
    SignIn signIn,
    Access access,
    Languages languages,
    ApiTokens tokens,
    People people,
    Jobs jobs,
    Delivery delivery,
    Answers answers,
    Hooks hooks) {}
