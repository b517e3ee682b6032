/**
 * The words of the page for what the server says and hears, which docs/api/openapi.yaml describes
 * (./belfry test makes types of it), and what only the page knows. Absent means: there is none.
 * Ambient on purpose, so that no module needs to import it.
 */

type Schemas = import("openapi").components["schemas"];

/** ISO 8601 in UTC. */
type Time = string;

type Said = Schemas["Said"];
type Problem = Schemas["Problem"];
type FieldError = Schemas["FieldError"];

type Info = Schemas["Info"];
type Staff = Schemas["StaffMember"];
type Role = Staff["role"];
type OpenSession = Schemas["OpenSession"];

type Person = Schemas["Person"];
type Group = Schemas["Group"];
type Members = Schemas["MemberList"];
type MemberResult = Schemas["MemberResults"]["results"][number];
type Space = Schemas["Space"];

type Job = Schemas["Job"];
type JobState = Job["state"];
type JobList = Schemas["JobList"];
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

/** One choice of an audience; the server does not say how many a group has. */
type Entry = Schemas["Entry"] & { size?: number };

/** A list of some kind. */
interface Items<T> {
  items: T[];
  next?: string;
  trouble?: string;
}

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
