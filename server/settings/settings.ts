type Setting = {
  /** Applies when the variable is absent. In backticks: the value itself. */
  fallback: string
  /** What docs/settings.md says about it. */
  says: string
  /** The console shows only whether it is set: a password may stand in it. */
  isSecret?: true
  /** Why the console does not show it at all. */
  hidden?: string
}

/** Every environment variable the server reads, in the order of docs/settings.md. config.ts cannot read any other. */
export const settings = {
  'What every installation decides': {
    MODE: { fallback: '`sandbox`', says: '`sandbox` makes demo accounts; `production` refuses them' },
    PUBLIC_URL: {
      fallback: '`http://HOST:PORT`',
      says: 'where the outside reaches the portal; links in mails are built on it. Required in production',
    },
    SECRET_KEY: {
      fallback: 'made and kept in `DATA_DIR`',
      says: 'seals what is secret in the database; at least 32 characters (`openssl rand -hex 32`). Required in production',
      isSecret: true,
    },
    SECRET_KEY_OLD: {
      fallback: '—',
      says: 'the previous key, while the key is being changed ([how](operations/secret-key.md))',
      isSecret: true,
    },
    DATABASE_URL: { fallback: '—', says: 'a PostgreSQL server instead of the embedded one', isSecret: true },
    DATABASE_READ_URL: {
      fallback: '—',
      says: 'a replica that answers calls which only show something ([which](cluster.md#reading-from-a-replica))',
      isSecret: true,
    },
    DATA_DIR: { fallback: '`./data`', says: "the embedded database, backups, the sandbox's key and mails" },
    BUSINESS_TZ: {
      fallback: '`Asia/Shanghai`',
      says: 'time zone of the business: days, quota resets, records, and every time in the console',
    },
    OPERATOR_CONTACT: {
      fallback: '—',
      says: 'whom users without a reseller to ask, and members locked out of the console, may ask: one line of text',
    },
  },
  'Listening and processes': {
    HOST: { fallback: '`127.0.0.1`', says: 'address to listen on' },
    PORT: { fallback: '`3000`', says: 'port to listen on, 0 to 65535' },
    WORKERS: { fallback: '`1`', says: 'serving processes, 1 to 64' },
    DERIVING_KEY: {
      fallback: '—',
      says: 'set by the primary process for its workers; never set it yourself',
      hidden: 'nobody sets it: the primary process hands it to its workers',
    },
    TRUST_PROXY: { fallback: '`none`', says: 'number of proxies in front, or their addresses' },
    LOG_LEVEL: { fallback: '`info`', says: '`silent`, `error`, `warn`, `info` or `debug`' },
    SLOW_STATEMENT_MS: { fallback: '`1000`', says: 'slower database statements are logged; 0 logs none' },
    METRICS_TOKEN: {
      fallback: '—',
      says: 'opens `/metrics` to other machines; at least 32 characters',
      isSecret: true,
    },
    SANDBOX_HISTORY: {
      fallback: '`on` with `npm start`',
      says: '`on`: an empty sandbox begins with ninety days of two made-up shops',
    },
  },
  Mail: {
    SMTP_URL: {
      fallback: '—',
      says: '`smtps://user:password@host:465`; without it the sandbox writes mails to `DATA_DIR/outbox` and production sends none',
      isSecret: true,
    },
    MAIL_FROM: { fallback: '`no-reply@localhost`', says: "sender address; the name beside it is the brand's" },
  },
  Telegram: {
    TELEGRAM_API_URL: {
      fallback: '`https://api.telegram.org`',
      says: 'where the Bot API is: an https address. Http on loopback only in a sandbox, or with `ALLOW_LOCAL_GATEWAY=1`, for tests',
    },
    TELEGRAM_UPDATES: {
      fallback: '`webhook` if PUBLIC_URL is https, else `polling`',
      says: '`webhook`: Telegram calls the portal; `polling`: the server asks, for a portal that Telegram cannot reach ([more](operations/telegram.md))',
    },
  },
  'Pages and partners': {
    AGREEMENT_URL: {
      fallback: '`/hosted/agreement`',
      says: 'the agreement: our page, or an https address of another site',
    },
    MESSAGE_URL: { fallback: '`/hosted/notices`', says: 'notices: likewise' },
    USAGE_URL: { fallback: '`/hosted/usage`', says: 'usage records: likewise' },
    PARTNER_KEYS: {
      fallback: '—',
      says: 'keys of partner sites that may redeem tickets, at least 32 characters each, separated by commas',
      isSecret: true,
    },
    DNS_SERVERS: {
      fallback: "the machine's",
      says: "name servers that check resellers' domains, separated by commas",
    },
    DOMAIN_CERTIFICATES: {
      fallback: '`hand`',
      says: "`auto`: the proxy gets certificates for resellers' domains by itself ([how](production.md#resellers-domains)); it changes what their console says",
    },
  },
  'Selling and nodes': {
    AGENCY_FEE_FEN: { fallback: '`100000`', says: 'what opening an agency costs, in fen' },
    FOUR_EYES: {
      fallback: '`off`',
      says: '`on`: payouts and withdrawals that the platform pays are approved by one person and paid by another; in the console, since a shell can name itself as it likes ([why](operations/commands.md))',
    },
    ALLOW_LOCAL_GATEWAY: {
      fallback: '—',
      says: '`1`: platform staff may name a payment gateway on loopback in production too, for tests',
    },
    LIFELINE_HOSTS: {
      fallback: '—',
      says: 'further places that lines get to after a package has ended, as `host:port`, separated by commas ([what for](agent.md#after-a-package-has-ended))',
    },
    UNIPROXY_INTERVAL_S: { fallback: '`60`', says: 'seconds between two pushes and pulls of foreign node agents' },
    LIMITS: { fallback: '—', says: 'other limits than the usual, as JSON: [below](#limits)' },
  },
  Backup: {
    BACKUP_NIGHTLY: { fallback: '`on`', says: '`off`: no backup at night' },
    BACKUP_DIR: { fallback: '`DATA_DIR/backups`', says: 'where backups go' },
    BACKUP_PASSPHRASE: {
      fallback: '—',
      says: 'seals backups; at least 12 characters ([how](operations/backup.md))',
      isSecret: true,
    },
    BACKUP_HOOK: {
      fallback: '—',
      says: 'a program that takes each backup elsewhere, with its arguments ([how](operations/backup.md#off-the-machine))',
      isSecret: true,
    },
    BACKUP_HOOK_S: { fallback: '`1800`', says: 'how long it may take, at most 3600' },
  },
  Alerts: {
    ALERT_MAIL_TO: { fallback: '—', says: 'addresses that are mailed, separated by commas' },
    ALERT_MAIL_GAP_S: {
      fallback: '`60`',
      says: 'mails come at most this often; the next one has what happened in between',
    },
    ALERT_LANGUAGE: { fallback: '`zh-CN`', says: '`zh-CN`, `zh-TW` or `en`' },
    ALERT_WEBHOOK_URL: {
      fallback: '—',
      says: 'an address of yours that is called at the begin and end of each alert ([form](operations/alerts.md#webhook))',
      isSecret: true,
    },
    ALERT_WEBHOOK_SECRET: { fallback: '—', says: 'signs those calls; at least 32 characters', isSecret: true },
    ALERT_NODE_SILENT_S: { fallback: '`8`', says: 'a node in service that is silent for longer raises an alert' },
    ALERT_UNIPROXY_SILENT_S: { fallback: '`180`', says: 'the same for foreign agents' },
    ALERT_RECOVERY_S: { fallback: '`10`', says: 'how long all must be well before an alert is over' },
    ALERT_PAYMENT_SUCCESS_PERCENT: {
      fallback: '`20`',
      says: "an alert when fewer of a merchant's payments of the last hour were paid",
    },
    ALERT_PAYMENT_SUCCESS_MIN: { fallback: '`10`', says: 'fewer decided payments than this say nothing' },
    ALERT_PAYMENT_UNSETTLED_S: { fallback: '`2700`', says: 'a payment without an outcome after so long' },
    ALERT_TICKET_WAIT_H: { fallback: '`12`', says: 'hours that a user waits for an answer of the help desk' },
    ALERT_DISK_FREE_PERCENT: { fallback: '`10`', says: 'less free disk than this' },
    ALERT_DATABASE_AWAY_S: { fallback: '`10`', says: 'a database that takes no write for so long' },
  },
  Traces: {
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      fallback: '—',
      says: 'a collector that takes OTLP over HTTP; `/v1/traces` is added ([what it gets](operations/monitoring.md#traces))',
      isSecret: true,
    },
    OTEL_EXPORTER_OTLP_HEADERS: {
      fallback: '—',
      says: 'what the collector wants to see, such as a key: `name=value,name=value`',
      isSecret: true,
    },
    OTEL_TRACES_SAMPLER_ARG: { fallback: '`1`', says: 'which part of all calls is followed, from 0 to 1' },
  },
} as const satisfies Record<string, Record<string, Setting>>

type Groups = typeof settings
export type SettingName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups]
