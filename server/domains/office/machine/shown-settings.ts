import { maskAddress } from '../../../../contract/mask.ts'
import type { Config } from '../../../config.ts'

type Shown = { name: string; value: string | null; isSecret: boolean; isSet: boolean }

const open = (name: string, value: string | number | boolean | null): Shown => ({
  name,
  value: value === null || value === '' ? null : String(value),
  isSecret: false,
  isSet: value !== null && value !== '',
})
/** Shows only whether the secret is set. */
const secret = (name: string, isSet: boolean): Shown => ({ name, value: null, isSecret: true, isSet })

/** Every setting as this process reads it. URLs may contain passwords, so they count as secrets too. */
export function shownSettings(config: Config): Shown[] {
  const { alerts, backup } = config
  return [
    open('MODE', config.mode),
    open('PUBLIC_URL', config.publicUrl),
    open('HOST', config.host),
    open('PORT', config.port),
    open('TRUST_PROXY', config.trustProxy === false ? null : config.trustProxy),
    open('WORKERS', config.workers),
    open('BUSINESS_TZ', config.businessTz),
    open('DATA_DIR', config.dataDir),
    secret('DATABASE_URL', config.databaseUrl !== null),
    secret('SECRET_KEY', true),
    secret('SECRET_KEY_OLD', config.oldSecretKey !== null),
    secret('PARTNER_KEYS', config.partnerKeys.length > 0),
    secret('METRICS_TOKEN', config.metricsToken !== null),
    secret('SMTP_URL', config.smtpUrl !== null),
    open('MAIL_FROM', config.mailFrom),
    open('OPERATOR_CONTACT', config.operatorContact),
    open('AGREEMENT_URL', config.agreementUrl),
    open('MESSAGE_URL', config.messageUrl),
    open('USAGE_URL', config.usageUrl),
    open('AGENCY_FEE_FEN', config.agencyFeeFen),
    open('UNIPROXY_INTERVAL_S', config.uniproxyIntervalS),
    open('DNS_SERVERS', config.dnsServers.join(', ')),
    open('DOMAIN_CERTIFICATES', config.certificates),
    open('ALLOW_LOCAL_GATEWAY', config.allowLocalGateway),
    open('LOG_LEVEL', config.logLevel),
    open('SLOW_STATEMENT_MS', config.slowStatementMs),
    open('ALERT_MAIL_TO', alerts.mailTo.map(maskAddress).join(', ')),
    open('ALERT_MAIL_GAP_S', alerts.mailGapS),
    open('ALERT_LANGUAGE', alerts.language),
    secret('ALERT_WEBHOOK_URL', alerts.webhookUrl !== null),
    secret('ALERT_WEBHOOK_SECRET', alerts.webhookSecret !== null),
    open('BACKUP_NIGHTLY', backup.isNightly),
    open('BACKUP_DIR', backup.dir),
    secret('BACKUP_PASSPHRASE', backup.passphrase !== null),
  ]
}
