import { maskAddress } from '../../contract/mask.ts'
import { settings, type SettingName } from './settings.ts'

export type ShownSetting = { name: SettingName; value: string | null; isSecret: boolean; isSet: boolean }
type Given = { readonly [Name in SettingName]?: string | undefined }
/** The part of the configuration that is shown as it was read. */
type Read = {
  publicUrl: string
  dataDir: string
  mailFrom: string
  hasHistory: boolean
  agencyFeeFen: number
  alerts: { mailTo: readonly string[] }
  backup: { dir: string }
}

/** Every setting of the table in its order, except the hidden ones. Of a secret only whether it is set. */
export function showSettings(given: Given, config: Read): ShownSetting[] {
  const read = valuesRead(config)
  return Object.values(settings).flatMap((group) =>
    Object.entries(group).flatMap(([key, row]) => {
      const name = key as SettingName
      if ('hidden' in row) return []
      const isSecret = 'isSecret' in row
      const value = read[name] ?? (given[name] || literalOf(row.fallback))
      return [
        { name, value: isSecret ? null : value, isSecret, isSet: isSecret ? Boolean(given[name]) : value !== null },
      ]
    }),
  )
}

/** Settings whose value is not simply the text that was given or the one that the table names. */
function valuesRead({ publicUrl, dataDir, mailFrom, hasHistory, agencyFeeFen, alerts, backup }: Read): Given {
  return {
    PUBLIC_URL: publicUrl,
    DATA_DIR: dataDir,
    BACKUP_DIR: backup.dir,
    MAIL_FROM: mailFrom,
    AGENCY_FEE_FEN: String(agencyFeeFen),
    SANDBOX_HISTORY: hasHistory ? 'on' : 'off',
    ALERT_MAIL_TO: alerts.mailTo.map(maskAddress).join(', ') || undefined,
  }
}

/** Null: the table describes the default in words. */
function literalOf(fallback: string): string | null {
  return /^`([^`]+)`$/.exec(fallback)?.[1] ?? null
}
