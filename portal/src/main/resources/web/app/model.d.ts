/**
 * What the server says and hears, as belfry.web writes and reads it. Absent means: there is none.
 * Ambient on purpose: the program that serves these files follows every import it finds.
 */

type Time = string;

/** A sentence of the server, for the page's catalogues; its English stands beside it. */
interface Said {
  code: string;
  args: Record<string, string | number>;
}

interface Problem extends Said {
  type: string;
  title: string;
  status: number;
  detail: string;
  errors: FieldError[];
}

interface FieldError extends Said {
  field: string;
  message: string;
}

interface Info {
  app: string;
  title: string;
  hue: number;
  bot?: { displayName: string; email?: string; avatar?: string };
  claimable: boolean;
  user?: { id: string; displayName: string; confirmed: boolean; role?: Role };
  apps?: { app: string; title: string; hue: number }[];
  limits?: { messageBytes: number; fileBytes: number; bodyBytes: number; listLength: number };
  pace?: { perSecond: number; learned: boolean; restingUntil?: Time; trouble?: string };
  queue?: { recipients: number; seconds: number };
  otherProgramSeenAt?: Time;
  standsStill?: boolean;
}

type Role = "sender" | "admin";

interface Items<T> {
  items: T[];
  next?: string;
  trouble?: string;
}

interface Person {
  id: string;
  displayName: string;
  email?: string;
}

interface Group {
  id: string;
  name: string;
  source: "portal" | "directory";
  size: number;
  fetchedAt?: Time;
}

interface Members extends Items<Person> {
  group: Group;
}

interface MemberResult {
  member: string;
  status: "added" | "removed" | "already_member" | "not_a_member" | "no_account" | "not_answered";
  person?: Person;
  message?: string;
}

interface MemberResults {
  group: Group;
  results: MemberResult[];
}

interface Space {
  id: string;
  title: string;
  mayPost: boolean;
}

interface Staff {
  id: string;
  displayName: string;
  email?: string;
  role: Role;
  configured: boolean;
  addedAt?: Time;
  lastSeenAt?: Time;
}

/** A session of this person, or of one whom an administrator looks at. */
interface OpenSession {
  id: string;
  since: Time;
  lastUsedAt: Time;
  endsAt: Time;
  /** As the browser calls itself. */
  browser?: string;
  address: string;
  current: boolean;
}

/** One choice of an audience. `size` is known to the page only. */
interface Entry {
  kind: "group" | "person" | "space" | "list";
  id?: string;
  name: string;
  emails?: string[];
  size?: number;
}

interface Counts {
  total: number;
  pending: number;
  retry: number;
  sending: number;
  unknown: number;
  held: number;
  sent: number;
  failed: number;
  skipped: number;
}

interface Timeline {
  stepSeconds: number;
  steps: [delivered: number, failed: number][];
  rests: [from: Time, until: Time][];
}

interface Run {
  id: string;
  preparing: boolean;
  late: boolean;
  notes: string[];
  question?: string;
  createdAt: Time;
  startedAt?: Time;
  finishedAt?: Time;
  counts: Counts;
  perSecond?: number;
  secondsLeft?: number;
  restingUntil?: Time;
  wave?: number;
  audit?: { at: Time; looked: number; left: number; doubled: number };
  timeline?: Timeline;
}

interface Failure {
  reason: string;
  said?: Said;
  recipients: number;
}

type JobState =
  | "draft"
  | "scheduled"
  | "held"
  | "missed"
  | "sending"
  | "paused"
  | "stopping"
  | "finished"
  | "cancelled";

interface Job {
  id: string;
  revision: number;
  state: JobState;
  title: string;
  audienceSummary: string;
  author: { id: string; displayName: string };
  mine: boolean;
  people: number;
  spaces: number;
  withFile: boolean;
  tested: boolean;
  createdAt: Time;
  changedAt: Time;
  startsAt?: Time;
  localTime?: string;
  zone?: string;
  graceMinutes: number;
  repeat?: Rhythm;
  series?: string;
  planned?: Time;
  onUnknown: "hold" | "resend";
  markdown?: string;
  attachment?: Attachment;
  audience?: Entry[];
  run?: Run;
}

/** A file that goes with a message; `size` in bytes. */
interface Attachment {
  id: string;
  name: string;
  type: string;
  size: number;
}

/** How a job repeats, and when it goes out next. */
interface Rhythm {
  rule: string;
  words: string;
  count?: number;
  until?: string;
  next: Time[];
}

interface JobList {
  items: Job[];
  next?: string;
  counts: Partial<Record<JobState, number>>;
}

interface Stopped {
  job: Job;
  sentBefore: number;
  inFlight: number;
  neverSent: number;
}

interface Tried {
  state: "sent" | "failed" | "sending";
  reason?: string;
  said?: Said;
  job: Job;
}

interface Headcount {
  people: number;
  spaces: number;
  duplicates: number;
  noAccount: string[];
  unchecked: string[];
  missing: string[];
  stale: string[];
  incomplete: string[];
}

interface Plan {
  title: string;
  bytes: number;
  mostBytes: number;
  audience: Headcount;
  estimate: { seconds: number; perSecond: number; learned: boolean };
  startsAt?: Time;
  repeat?: Rhythm;
  problems: FieldError[];
}

interface Recipient {
  number: number;
  kind: "person" | "space";
  id: string;
  displayName: string;
  email?: string;
  state: "pending" | "retry" | "sending" | "unknown" | "held" | "sent" | "failed" | "skipped";
  attempts: number;
  reason?: string;
  said?: Said;
  settledAt?: Time;
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
