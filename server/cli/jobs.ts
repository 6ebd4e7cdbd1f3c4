import { jobStates } from '../../contract/console/choices.ts'
import { changeJob, findJobs } from '../domains/console/machine/jobs.ts'
import { command, UsageError } from './command.ts'
import { oneOf } from './read-options.ts'
import { tableLines } from './table.ts'

const LISTED = 100
const JOB = { job: { kind: 'text', help: 'its number, as jobs list shows it', isRequired: true } } as const

export const jobCommands = [
  command({
    name: 'jobs list',
    summary: `Background jobs with their last error, at most ${LISTED}; never what they were told`,
    options: {
      state: { kind: 'text', help: `one of ${jobStates.join(', ')}` },
      name: { kind: 'text', help: 'of one kind, such as mail.send' },
    },
    async run(ctx, { state, name }) {
      const filter = state === null ? {} : { state: oneOf('state', state, jobStates) }
      const ofKind = name === null ? {} : { name }
      const { rows, count } = await findJobs(ctx, { ...filter, ...ofKind, limit: LISTED })
      const shown = rows.map(({ jobId, name, state, attempts, maxAttempts, runAt, error }) => {
        return { job: jobId, name, state, tries: `${attempts} of ${maxAttempts}`, runAt, error }
      })
      return { lines: tableLines(shown), data: { jobs: rows, count } }
    },
  }),
  command({
    name: 'jobs run',
    summary: 'Try a job again now, with all its tries',
    options: JOB,
    async run(ctx, { job }) {
      const { name } = await changeJob(ctx, { jobId: readJob(job), action: 'run_again' }, ctx.actor)
      return { lines: [`Job ${job} (${name}) runs as soon as a server is free for it.`], data: { job, name } }
    },
  }),
  command({
    name: 'jobs drop',
    summary: 'Take a job out of the queue for good; what it was to do is not done',
    options: JOB,
    async run(ctx, { job }) {
      const { name } = await changeJob(ctx, { jobId: readJob(job), action: 'dropped' }, ctx.actor)
      return { lines: [`Job ${job} (${name}) is out of the queue.`], data: { job, name } }
    },
  }),
]

function readJob(text: string): string {
  if (!/^\d{1,18}$/.test(text)) throw new UsageError('--job must be a number')
  return text
}
