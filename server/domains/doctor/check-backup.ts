import { tryHook } from '../backups/run-hook.ts'
import { BACKUP_MAX_AGE_H, loadBackupAgeH, loadLastGoodRun, loadLastTrouble } from '../backups/runs.ts'
import { note, ok, problem, told, type CheckCtx, type Finding } from './finding.ts'

export async function checkBackup(ctx: CheckCtx): Promise<Finding[]> {
  return [...(await checkAge(ctx)), ...(await checkHook(ctx))]
}

async function checkHook({ config: { backup } }: CheckCtx): Promise<Finding[]> {
  const why = backup.hook ? await tryHook(backup.hook) : null
  if (!backup.hook || why === null) return []
  const { program } = backup.hook
  const todo = "Correct BACKUP_HOOK, or let the server's user run the program"
  const what = told('backup_hook', { program, why })
  return [problem('backup', `the program of BACKUP_HOOK cannot be started (${why}): ${program}`, todo, what)]
}

async function checkAge({ db, now, config }: CheckCtx): Promise<Finding[]> {
  const last = await loadLastGoodRun(db)
  const trouble = await loadLastTrouble(db)
  const ageH = await loadBackupAgeH(db, now)
  const says = last ? `the last good one is ${ageH} h old, on ${last.host}: ${last.file}` : 'there is none yet'
  if (!config.backup.isNightly)
    return [note('backup', `${says}; none by night`, 'Unset BACKUP_NIGHTLY, or keep one yourself', told('backup_off'))]
  if (ageH < BACKUP_MAX_AGE_H)
    return last
      ? [ok('backup', says, told('backup_ok', { hours: ageH, host: last.host }))]
      : [note('backup', says, 'backup create, or wait for the night', told('backup_none'))]
  const since = trouble === null ? says : `${says}; since then: ${trouble}`
  return [problem('backup', since, 'backup create says why it fails', told('backup_late', { hours: ageH }))]
}
