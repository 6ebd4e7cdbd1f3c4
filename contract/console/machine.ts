import Type, { type Static } from 'typebox'

import { Done, Instant, Nothing, Nullable, ResellerKey, Uuid } from '../fields.ts'
import { limits } from '../limits.ts'
import { MonitorPlatform } from '../monitor-figures.ts'
import { route } from '../route.ts'
import { jobStates, mailStates } from './choices.ts'
import { doctorCodes } from './doctor-codes.ts'
import { FileAnswer, listInput, listOutput } from './list.ts'

const strict = { additionalProperties: false } as const
const Count = Type.Integer({ minimum: 0 })
const base = { access: 'staff', scope: 'platform' } as const

const JobRow = Type.Object({
  jobId: Type.String(),
  name: Type.String(),
  state: Type.Enum([...jobStates]),
  attempts: Count,
  maxAttempts: Count,
  createdAt: Instant,
  runAt: Instant,
  lockedAt: Nullable(Instant),
  /** First line of the last error, without anything that could be a secret or an address. */
  error: Nullable(Type.String()),
})
export type JobRow = Static<typeof JobRow>
const JobId = Type.String({ pattern: '^[0-9]{1,18}$' })

export const jobs = {
  list: route('GET /api/console/jobs/list', {
    ...base,
    permission: 'jobs.write',
    polls: true,
    summary: 'Background jobs: waiting, running, failed with their error. Never what they were told',
    input: listInput(['runAt'], {
      state: Type.Optional(Type.Enum([...jobStates])),
      name: Type.Optional(Type.String({ maxLength: 60 })),
    }),
    output: listOutput(JobRow),
  }),
  run: route('POST /api/console/jobs/run', {
    ...base,
    permission: 'jobs.write',
    summary: 'Try a job again now, with all its tries',
    input: Type.Object({ jobId: JobId }, strict),
    output: Done,
    errors: ['object.unknown', 'job.running'],
  }),
  drop: route('POST /api/console/jobs/drop', {
    ...base,
    permission: 'jobs.write',
    summary: 'Take a job out of the queue for good',
    input: Type.Object({ jobId: JobId }, strict),
    output: Done,
    errors: ['object.unknown', 'job.running'],
  }),
}

const MailRow = Type.Object({
  mailId: Type.String(),
  resellerId: Type.Integer(),
  /** Shortened address. */
  to: Type.String(),
  template: Type.String(),
  /** Subject without names and amounts. */
  subject: Type.String(),
  state: Type.Enum([...mailStates]),
  createdAt: Instant,
  sentAt: Nullable(Instant),
  error: Nullable(Type.String()),
  /** False for codes and sign-in links: the recipient must request a new one instead. */
  canSend: Type.Boolean(),
})
export type MailListRow = Static<typeof MailRow>

export const mails = {
  list: route('GET /api/console/mails/list', {
    ...base,
    permission: 'mails.read',
    summary: 'Mails: queued, sent, failed. Subject and shortened address alone',
    input: listInput(['createdAt'], {
      state: Type.Optional(Type.Enum([...mailStates])),
      resellerId: Type.Optional(ResellerKey),
    }),
    output: listOutput(MailRow),
  }),
  sendAgain: route('POST /api/console/mails/send-again', {
    ...base,
    permission: 'jobs.write',
    summary: 'Send a mail that failed once more. Pressed twice it still goes out once',
    input: Type.Object({ mailId: Uuid }, strict),
    output: Done,
    errors: ['object.unknown', 'mail.sent', 'mail.waiting', 'mail.over'],
  }),
}

const Setting = Type.Object({
  name: Type.String(),
  /** Null for a secret and for an unset value. */
  value: Nullable(Type.String()),
  isSecret: Type.Boolean(),
  isSet: Type.Boolean(),
})
const Finding = Type.Object({
  area: Type.String(),
  state: Type.Enum(['ok', 'note', 'problem']),
  /** English text, as `yx doctor` prints it. */
  says: Type.String(),
  todo: Nullable(Type.String()),
  /** The same for other languages: a code, and the values to put into its text. */
  code: Type.Enum([...doctorCodes]),
  facts: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
})
export type DoctorFinding = Static<typeof Finding>

const Closed = Type.Object({
  isOn: Type.Boolean(),
  until: Nullable(Instant),
  note: Type.String(),
})
export type PortalMaintenance = Static<typeof Closed>

export const machine = {
  maintenance: route('GET /api/console/machine/maintenance', {
    ...base,
    permission: 'settings.read',
    polls: true,
    summary: 'Whether the portal is closed for users, and until when',
    input: Nothing,
    output: Closed,
  }),
  setMaintenance: route('POST /api/console/machine/set-maintenance', {
    ...base,
    permission: 'jobs.write',
    stepUp: true,
    summary: 'Close the portal for users, or open it again. Console, agents and notifies go on',
    input: Type.Object(
      {
        isOn: Type.Boolean(),
        /** Expected end, within seven days; null: unknown. */
        until: Nullable(Instant),
        /** Text for users, shown as written. */
        note: Type.String({ maxLength: limits.maintenanceNoteMax }),
      },
      strict,
    ),
    output: Closed,
    errors: ['request.invalid'],
  }),
  show: route('GET /api/console/machine/show', {
    ...base,
    permission: 'settings.read',
    polls: true,
    summary: 'Processes and versions, database, queue, limits that were hit, settings as read',
    input: Nothing,
    output: Type.Object({
      release: Type.String(),
      platform: MonitorPlatform,
      /** Only limits that somebody has exceeded or nearly reached. */
      limits: Type.Array(
        Type.Object({ name: Type.String(), keys: Count, most: Count, points: Nullable(Count), over: Count }),
      ),
      settings: Type.Array(Setting),
    }),
  }),
  doctor: route('GET /api/console/machine/doctor', {
    ...base,
    permission: 'settings.read',
    summary: 'Look at settings, database, disk, mail, merchants, jobs and nodes, and say what to do',
    input: Nothing,
    output: Type.Object({ findings: Type.Array(Finding) }),
  }),
}

const BackupRow = Type.Object({
  file: Type.String(),
  madeAt: Nullable(Instant),
  bytes: Count,
  release: Nullable(Type.String()),
  isNightly: Type.Boolean(),
  isSealed: Nullable(Type.Boolean()),
})
export type BackupRow = Static<typeof BackupRow>
const File = Type.String({ pattern: '^[\\w-]{1,80}\\.yxb$' })
const Passphrase = Type.String({ minLength: 12, maxLength: 200 })

export const backups = {
  list: route('GET /api/console/backups/list', {
    ...base,
    byKey: 'never',
    permission: 'settings.read',
    polls: true,
    summary: 'Backups in the folder of this machine, and how the last ones went, whoever made them',
    input: Nothing,
    output: Type.Object({
      host: Type.String(),
      isNightly: Type.Boolean(),
      isSealing: Type.Boolean(),
      isRunning: Type.Boolean(),
      files: Type.Array(BackupRow),
      runs: Type.Array(
        Type.Object({
          id: Type.Integer(),
          startedAt: Instant,
          tookMs: Count,
          isNightly: Type.Boolean(),
          isSealed: Type.Boolean(),
          host: Type.String(),
          file: Type.String(),
          bytes: Nullable(Count),
          trouble: Nullable(Type.String()),
        }),
      ),
    }),
  }),
  run: route('POST /api/console/backups/run', {
    ...base,
    byKey: 'never',
    permission: 'jobs.write',
    summary: 'Make one now, by a job; while one waits or runs this is the same one',
    input: Nothing,
    output: Done,
  }),
  verify: route('POST /api/console/backups/verify', {
    ...base,
    byKey: 'never',
    permission: 'jobs.write',
    summary: 'Read a whole backup and compare every sum and count in it',
    input: Type.Object({ file: File, passphrase: Type.Optional(Passphrase) }, strict),
    output: Type.Object({ tables: Count, rows: Count, bytes: Count, sha256: Type.String() }),
    errors: ['object.unknown', 'backup.unreadable'],
  }),
  download: route('POST /api/console/backups/download', {
    ...base,
    byKey: 'never',
    permission: 'backups.download',
    stepUp: true,
    summary: 'A copy of a backup, sealed by this passphrase whether the file itself is or not',
    input: Type.Object({ file: File, passphrase: Passphrase }, strict),
    output: FileAnswer,
    errors: ['object.unknown', 'backup.unreadable'],
  }),
}
