/** What somebody writes against the client that was generated for them. */
import { Configuration, JobsApi, type WholeJob } from "./client/index";

declare const process: { argv: string[] };

const [portal, token, person, text] = process.argv.slice(2);
const jobs = new JobsApi(new Configuration({ basePath: portal, accessToken: token }));

async function until(jobId: string, good: (job: WholeJob) => boolean): Promise<WholeJob> {
  for (let tries = 0; tries < 600; tries++) {
    const job = await jobs.jobsDetail({ app: "news", jobId });
    if (good(job)) return job;
    await new Promise(resolve => setTimeout(resolve, 200));
  }
  throw new Error("It takes too long");
}

const stored = await jobs.jobsAttach({ app: "news", name: "plan.txt", body: new Blob([text]), idempotencyKey: "typescript-0" });
const letter = {
  app: "news",
  idempotencyKey: "typescript-1",
  send: { markdown: "From TypeScript", attachment: stored.id, audience: [{ kind: "person" as const, email: person }] },
};
const sent = await jobs.jobsSend(letter);
const again = await jobs.jobsSend(letter);
const done = await until(sent.id, job => job.state === "finished");
await jobs.jobsRecall({ app: "news", recallForm: { jobId: sent.id }, idempotencyKey: "typescript-2" });
const over = await until(sent.id, job => job.run?.followUps?.[0]?.state === "finished");
const recalled = over.run?.followUps?.[0];
console.log(JSON.stringify([again.id === sent.id, done.run?.counts.sent, recalled?.kind, recalled?.counts.done]));
