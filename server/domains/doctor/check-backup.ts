import { BACKUP_MAX_AGE_H, loadBackupAgeH, loadLastGoodRun, loadLastTrouble } from '../backups/runs.ts'
import { note, ok, problem, told, type CheckCtx, type Finding } from './finding.ts'

export async function checkBackup({ db, now, config }: CheckCtx): Promise<Finding[]> {
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
