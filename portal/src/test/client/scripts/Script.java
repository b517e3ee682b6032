package scripts;

import generated.ApiClient;
import generated.ApiException;
import generated.api.JobsApi;
import generated.api.StatusApi;
import generated.api.UserApi;
import generated.model.Edit;
import generated.model.EntryForm;
import generated.model.JobCommand;
import generated.model.Preview;
import generated.model.Problem;
import generated.model.Recipient;
import generated.model.Schedule;
import generated.model.Send;
import java.io.File;
import java.util.List;
import java.util.Map;

/** What somebody writes against the client that was generated for them. */
public final class Script {
  private final ApiClient client = new ApiClient();
  private final JobsApi jobs;

  public Script(String portal, String token) {
    client.updateBaseUri(portal);
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    jobs = new JobsApi(client);
  }

  private static Edit message(String person) {
    return new Edit()
        .markdown("From a generated client")
        .addAudienceItem(new EntryForm().kind(EntryForm.KindEnum.PERSON).email(person));
  }

  /** Who the token says it is, and what it may choose from. */
  public List<String> look() throws ApiException {
    var info = new StatusApi(client).info("news");
    var groups = new UserApi(client).userGroupsFind("news", "All staff", 10);
    return List.of(info.getTitle(), groups.getItems().getFirst().getName());
  }

  /** A draft that is made once, found again, scheduled, and taken back. */
  public Map<String, String> plan(String person, String at) throws ApiException {
    var draft = jobs.jobsEdit("news", message(person), "plan-1");
    var again = jobs.jobsEdit("news", message(person), "plan-1");
    var found =
        jobs.jobsList("news", "drafts", "generated", null, null, 10, null, null, null, null)
            .getItems();
    var preview =
        jobs.jobsPreview("news", new Preview().jobId(draft.getId()).at(at).zone("Europe/Madrid"));
    var scheduled =
        jobs.jobsSchedule(
            "news",
            new Schedule()
                .jobId(draft.getId())
                .revision(draft.getRevision())
                .at(at)
                .zone("Europe/Madrid"),
            "plan-2");
    var cancelled =
        jobs.jobsCancel("news", new JobCommand().jobId(draft.getId()).keepDraft(true), "plan-3");
    return Map.of(
        "once", Boolean.toString(draft.getId().equals(again.getId())),
        "found", found.getFirst().getTitle(),
        "people", preview.getAudience().getMost().toString(),
        "scheduled", scheduled.getState() + " " + scheduled.getStartsAt().toInstant(),
        "cancelled", cancelled.getJob().getState() + " " + cancelled.getSentBefore());
  }

  /** Sends a message with a file; its id. */
  public String send(String person, File file) throws ApiException {
    var stored = jobs.jobsAttach("news", file.getName(), file, "send-0");
    var letter =
        new Send()
            .markdown("From a generated client")
            .addAudienceItem(new EntryForm().kind(EntryForm.KindEnum.PERSON).email(person))
            .attachment(stored.getId());
    return jobs.jobsSend("news", letter, "send-1").getId();
  }

  /** What became of it. */
  public List<String> results(String job) throws ApiException {
    var detail = jobs.jobsDetail("news", job);
    var recipient =
        jobs.jobsRecipients("news", job, null, null, null, null, 10).getItems().getFirst();
    return List.of(
        detail.getState().getValue(),
        detail.getStanding().getWords(),
        detail.getRun().getCounts().getSent().toString(),
        recipient.getState() == Recipient.StateEnum.SENT ? "sent" : recipient.getState().getValue(),
        recipient.getEmail());
  }

  /** What is wrong with a request, in the words of the portal. */
  public List<String> wrong() throws Exception {
    try {
      jobs.jobsSchedule("news", new Schedule().jobId("0000000000000").at("soon"), null);
      throw new IllegalStateException("it was taken");
    } catch (ApiException e) {
      var problem = client.getObjectMapper().readValue(e.getResponseBody(), Problem.class);
      var error = problem.getErrors().getFirst();
      return List.of(
          Integer.toString(e.getCode()),
          error.getField(),
          error.getCode(),
          (String) error.getArgs().get("at").getActualInstance());
    }
  }
}
