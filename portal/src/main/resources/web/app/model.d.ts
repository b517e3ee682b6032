/**
 * The words of the page for what the server says and hears, which docs/api/openapi.yaml describes
 * (./belfry test makes types of it), and what only the page knows. Absent means: there is none.
 * Ambient on purpose, so that no module needs to import it.
 */

type Schemas = import("openapi").components["schemas"];
type Paths = import("openapi").paths;

type Method = "get" | "post" | "delete";

/** A path with its parameters filled in: `jobs/detail/${string}`. */
type Filled<Path extends string, Given> = Path extends `${infer Before}{${infer Name}}${infer After}`
  ? `${Before}${Name extends keyof Given ? Extract<Given[Name], string> : string}${Filled<After, Given>}`
  : Path;

/** What may be asked of an app, each with its address as the page writes it. */
type Route<M extends Method> = {
  [Path in keyof Paths]: Path extends `/Hub/{app}/${infer Rest}`
    ? Paths[Path] extends Record<M, infer Known extends { parameters: { path?: unknown } }>
      ? { address: Filled<Rest, Known["parameters"]["path"]>; operation: Known }
      : never
    : never;
}[keyof Paths];

type Address<M extends Method> = Route<M>["address"];

type Operation<M extends Method, A, R = Route<M>> = R extends { address: infer Like; operation: infer Known }
  ? A extends Like
    ? Known
    : never
  : never;

type Values = Record<string, string | number | undefined>;

type Query<M extends Method, A, O = Operation<M, A>> = O extends {
  parameters: { query?: infer Known extends Values | undefined };
}
  ? Known
  : never;

type Json<Known> = { content: { "application/json": Known } };
type Good = 200 | 201 | 202 | 204;

/** What is sent to an address. */
type Form<A, O = Operation<"post", A>> = O extends { requestBody: Json<infer Known> } ? Known : Record<string, never>;

/** What an address answers when all is well; undefined for nothing. */
type Answer<M extends Method, A, O = Operation<M, A>> = O extends { responses: infer All }
  ? { [Status in keyof All & Good]: All[Status] extends Json<infer Known> ? Known : undefined }[keyof All & Good]
  : never;

/** ISO 8601 in UTC. */
type Time = string;

type Said = Schemas["Said"];
type Problem = Schemas["Problem"];
type FieldError = Schemas["FieldError"];

type CardDesign = Schemas["CardDesign"];
type Acknowledge = Schemas["Acknowledge"];
type Personal = Schemas["Personal"];
type Rules = Schemas["Rules"];
type Info = Schemas["Info"];
type Staff = Schemas["StaffMember"];
type Role = Staff["role"];
type OpenSession = Schemas["OpenSession"];
type ApiToken = Schemas["ApiToken"];
type MadeApiToken = Schemas["MadeApiToken"];
type Webhook = Schemas["Webhook"];
type WebhookWithSecret = Schemas["WebhookWithSecret"];

type Answered = Schemas["Answered"];
type Received = Schemas["Answer"];
type AutomaticReply = Schemas["AutomaticReply"];

type Person = Schemas["Person"];
type Group = Schemas["Group"];
type Members = Schemas["MemberList"];
type MemberResult = Schemas["MemberResults"]["results"][number];
type Space = Schemas["Space"];
type PeopleList = Schemas["PeopleList"];
type ListAdded = Schemas["ListAdded"];
type Membership = Schemas["Membership"];
type SavedAudience = Schemas["SavedAudience"];

type Job = Schemas["Job"];
type WholeJob = Schemas["WholeJob"];
type JobState = Job["state"];
type JobList = Schemas["JobList"];
type JobScope = Paths["/Hub/{app}/jobs/list/{scope}"]["get"]["parameters"]["path"]["scope"];
type Calendar = Schemas["Calendar"];
type Rhythm = Schemas["Repeat"];
type Attachment = Schemas["Attachment"];
type Run = Schemas["Run"];
type Counts = Schemas["Counts"];
type Timeline = NonNullable<Run["timeline"]>;
type Recipient = Schemas["Recipient"];
type Failure = Schemas["FailureList"]["items"][number];
type Stopped = Schemas["Cancelled"];
type Tried = Schemas["TestResult"];
type Plan = Schemas["PreviewResult"];
type Headcount = Plan["audience"];
type Unreachable = Schemas["Unreachable"];

/** One entry of an audience. For a group, also its size and origin, which only lists of groups contain. */
type Entry = Schemas["Entry"] & { size?: number; source?: Group["source"] };

type Weekday = "MO" | "TU" | "WE" | "TH" | "FR" | "SA" | "SU";

/** How it repeats, as it is entered. */
interface Repeat {
  every: "day" | "week" | "fortnight" | "month" | "rule";
  /** In a week. */
  days: Weekday[];
  /** In a month: a day by its number, -1 for the last, or one weekday of it. */
  place: "day" | "first" | "second" | "third" | "fourth" | "last";
  day: number;
  weekday: Weekday;
  until: string;
  /** One that these choices cannot make. */
  rule: string;
}

/** When a message is to go out, as it is entered. */
interface When {
  mode: "now" | "later" | "repeat";
  /** Where it repeats, the first day it may be. */
  date: string;
  time: string;
  zone: string;
  /** How many minutes late it may begin by itself. */
  grace: number;
  repeat?: Repeat;
}

/** Where one is: a view, what it shows, and how. */
interface Place {
  view: string;
  id: string;
  query: Record<string, string>;
}
