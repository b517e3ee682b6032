"""What somebody writes against the client that was generated for them."""

import json
import sys
import time

from belfry_client import ApiClient, Configuration, JobsApi
from belfry_client.models import EntryForm, RecallForm, Send

portal, token, person, file = sys.argv[1:]
jobs = JobsApi(ApiClient(Configuration(host=portal, access_token=token)))


def until(good):
    for _ in range(600):
        job = jobs.jobs_detail("news", sent.id)
        if good(job):
            return job
        time.sleep(0.2)
    raise TimeoutError(f"still {job}")


with open(file, "rb") as content:
    stored = jobs.jobs_attach("news", "plan.txt", content.read(), idempotency_key="python-0")
letter = Send(
    markdown="From Python",
    attachment=stored.id,
    audience=[EntryForm(kind="person", email=person)],
)
sent = jobs.jobs_send("news", letter, idempotency_key="python-1")
again = jobs.jobs_send("news", letter, idempotency_key="python-1")
done = until(lambda job: job.state == "finished")
jobs.jobs_recall("news", RecallForm(job_id=sent.id), idempotency_key="python-2")
recalled = until(lambda job: job.run.follow_ups[0].state == "finished").run.follow_ups[0]
print(json.dumps([again.id == sent.id, done.run.counts.sent, recalled.kind, recalled.counts.done]))
