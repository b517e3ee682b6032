package belfry.web.frame;

import belfry.access.Access;
import belfry.access.ApiTokens;
import belfry.access.Languages;
import belfry.answers.Answers;
import belfry.apps.Apps;
import belfry.delivery.Delivery;
import belfry.hooks.Hooks;
import belfry.jobs.ExpiredJobs;
import belfry.jobs.HeldJobs;
import belfry.jobs.job.JobTransactions;
import belfry.jobs.job.SendingRules;
import belfry.messages.Attachments;
import belfry.signin.SignIn;

/** The features that the API exposes. */
public record Features(
    Apps apps,
    SignIn signIn,
    Access access,
    Languages languages,
    ApiTokens tokens,
    Attachments attachments,
    JobTransactions transactions,
    SendingRules rules,
    HeldJobs held,
    ExpiredJobs expired,
    Delivery delivery,
    Answers answers,
    Hooks hooks) {}
