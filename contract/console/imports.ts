import Type, { type Static } from 'typebox'

import { FILE_NAME, FILE_PART_BODY_MAX_BYTES, FILE_PART_BYTES } from '../client-files.ts'
import { Done, Instant, Nothing, Nullable, ResellerKey, RowId, ShortRowId } from '../fields.ts'
import { limits } from '../limits.ts'
import { route } from '../route.ts'
import { IMPORT_FILE_MAX_BYTES, importKinds, importStates, importSteps } from './import-choices.ts'
import { FileAnswer } from './list.ts'

const closed = { additionalProperties: false } as const
const Count = Type.Integer({ minimum: 0 })
const Counts = Type.Record(Type.String(), Type.Integer())
/** Fen or bytes of any size, as digits: sums of a source may be beyond what a number holds. */
const Digits = Type.String()
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })

const Upload = Type.Object({
  uploadId: Type.Integer(),
  name: Type.String(),
  sizeBytes: Type.Integer(),
  /** How many parts there are, and how many there must be. */
  partsHere: Count,
  parts: Count,
  madeBy: Type.String(),
  createdAt: Instant,
  /** Then it is thrown away. */
  keptUntil: Instant,
})
export type ImportUpload = Static<typeof Upload>

const Progress = Type.Object({
  stage: Type.String(),
  done: Count,
  /** 0: nobody knows how many there are. */
  of: Count,
  /** Null: not known. */
  leftS: Nullable(Count),
})

const Task = Type.Object({
  taskId: Type.Integer(),
  kind: Type.Enum([...importKinds]),
  state: Type.Enum([...importStates]),
  /** Null once the file is gone. */
  uploadId: Nullable(Type.Integer()),
  fileName: Nullable(Type.String()),
  resellerId: Nullable(Type.Integer()),
  source: Nullable(Type.String()),
  wholesalePercent: Nullable(Type.Integer()),
  askedBy: Type.String(),
  askedAt: Instant,
  endedAt: Nullable(Instant),
  progress: Nullable(Progress),
  /** Why it ended without a result: as the command says it, and a code for words in other languages. */
  trouble: Nullable(Type.Object({ says: Type.String(), code: Nullable(Type.String()) })),
})
export type ImportTask = Static<typeof Task>

const Import = Type.Object({
  importId: Type.Integer(),
  resellerId: Type.Integer(),
  title: Type.String(),
  source: Type.String(),
  panel: Type.String(),
  wholesalePercent: Type.Integer(),
  isDone: Type.Boolean(),
  runs: Count,
  begunAt: Instant,
  changedAt: Instant,
  undoneAt: Nullable(Instant),
})
export type ShownImport = Static<typeof Import>

const Finding = Type.Object({
  code: Type.String(),
  count: Count,
  needsLook: Type.Boolean(),
  /** English, as the command prints it. */
  says: Type.String(),
  becomes: Type.String(),
  sumFen: Nullable(Digits),
  examples: Type.Array(Type.String()),
})
export type ImportFinding = Static<typeof Finding>

const Report = Type.Object({
  /** What the file holds; null for an undo. */
  source: Nullable(
    Type.Object({
      panel: Type.String(),
      version: Type.String(),
      remarks: Type.Array(Type.String()),
      counts: Counts,
      sums: Type.Record(Type.String(), Digits),
      findings: Type.Array(Finding),
    }),
  ),
  /** What a run or an undo changed; null for a dry run. */
  changed: Nullable(Counts),
  /** Nodes that did not come, or came differently: a sentence each. */
  nodesLeft: Type.Array(Type.String()),
  /** What the file says is what the books have, to the fen. */
  isEven: Type.Boolean(),
  /** What comes next, after a run. */
  next: Type.Array(Type.Enum([...importSteps])),
  /** What the command prints for the same. */
  lines: Type.Array(Type.String()),
})
export type ShownImportReport = Static<typeof Report>

// By no key: it brings in people and money, and takes them away again.
const base = { access: 'staff', permission: 'resellers.terms', scope: 'platform', byKey: 'never' } as const
const write = { ...base } as const
const proved = { ...write, stepUp: true } as const

export const imports = {
  list: route('GET /api/console/imports/list', {
    ...base,
    polls: true,
    summary: 'Uploaded files of other panels, what is done with them and how far it is, and what came over',
    input: Nothing,
    output: Type.Object({ uploads: Type.Array(Upload), tasks: Type.Array(Task), imports: Type.Array(Import) }),
  }),
  report: route('GET /api/console/imports/report', {
    ...base,
    summary: 'What a dry run, a run or an undo found and did',
    input: Type.Object({ taskId: RowId }, closed),
    output: Report,
    errors: ['object.unknown'],
  }),
  beginFile: route('POST /api/console/imports/begin-file', {
    ...proved,
    summary: 'Begin to upload a file, or go on with one of this name and size: the parts that are there',
    input: Type.Object(
      {
        name: Type.String({ pattern: FILE_NAME }),
        sizeBytes: Type.Integer({ minimum: 1, maximum: IMPORT_FILE_MAX_BYTES }),
      },
      closed,
    ),
    output: Type.Object({
      uploadId: Type.Integer(),
      parts: Type.Array(Type.Object({ number: Type.Integer(), sha256: Type.String() })),
    }),
    errors: ['import.files_max'],
  }),
  putPart: route('POST /api/console/imports/put-part', {
    ...write,
    summary: 'One part of a file in base64, with its checksum: 1 MB, the last one less',
    bodyMaxBytes: FILE_PART_BODY_MAX_BYTES,
    input: Type.Object(
      {
        uploadId: ShortRowId,
        number: Type.Integer({ minimum: 0, maximum: IMPORT_FILE_MAX_BYTES / FILE_PART_BYTES - 1 }),
        bytes: Type.String({ minLength: 4, maxLength: FILE_PART_BODY_MAX_BYTES }),
        sha256: Sha256,
      },
      closed,
    ),
    output: Done,
    errors: ['object.unknown', 'import.busy'],
  }),
  removeFile: route('POST /api/console/imports/remove-file', {
    ...write,
    summary: 'Throw an uploaded file away',
    input: Type.Object({ uploadId: ShortRowId }, closed),
    output: Done,
    errors: ['object.unknown', 'import.busy'],
  }),
  check: route('POST /api/console/imports/check', {
    ...write,
    summary: 'Dry run, by a job: read a whole file and say what would come over; changes nothing',
    input: Type.Object({ uploadId: ShortRowId }, closed),
    output: Type.Object({ taskId: Type.Integer() }),
    errors: ['object.unknown', 'import.busy'],
  }),
  run: route('POST /api/console/imports/run', {
    ...proved,
    summary:
      'Bring a business over, by a job, into a reseller or a new one; again with a newer file, only what changed',
    input: Type.Object(
      {
        uploadId: ShortRowId,
        /** Left out: a new reseller. */
        resellerId: Type.Optional(ResellerKey),
        /** Of the new reseller. */
        title: Type.Optional(Type.String({ minLength: 1, maxLength: limits.brandTitleMax })),
        /** The operator's name for the old panel, if several come to one reseller. */
        source: Type.Optional(Type.String({ pattern: '^[a-z0-9-]{1,40}$' })),
        /** What the reseller pays for imported packages, of their price. Needed once. */
        wholesalePercent: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
        /** What needs a look was looked at: the rules of the report hold. */
        hasLooked: Type.Boolean(),
        /** What the old panel's agents show; sealed until the run has ended. */
        serverToken: Type.Optional(Type.String({ minLength: 8, maxLength: 200, pattern: '^\\S+$' })),
      },
      closed,
    ),
    output: Type.Object({ taskId: Type.Integer(), resellerId: Type.Integer() }),
    errors: ['object.unknown', 'reseller.unknown', 'staff.forbidden', 'import.busy'],
  }),
  tell: route('GET /api/console/imports/tell', {
    ...base,
    summary:
      'CSV file of all users of an import who must be told something: another name, a new password, a new address',
    input: Type.Object({ importId: RowId }, closed),
    output: FileAnswer,
    errors: ['object.unknown', 'staff.forbidden'],
  }),
  uses: route('GET /api/console/imports/uses', {
    ...base,
    summary: 'Whether an import can still be undone: what was sold, given or spent of it',
    input: Type.Object({ importId: RowId }, closed),
    output: Type.Object({ users: Count, uses: Type.Array(Type.String()) }),
    errors: ['object.unknown'],
  }),
  undo: route('POST /api/console/imports/undo', {
    ...proved,
    summary: 'Take an import back, by a job, as long as nothing of it was sold: money by reversals',
    input: Type.Object({ importId: RowId }, closed),
    output: Type.Object({ taskId: Type.Integer() }),
    errors: ['object.unknown', 'import.busy', 'import.used'],
  }),
}
