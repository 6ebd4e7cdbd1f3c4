import Type, { type Static } from 'typebox'

import { RECEIPT_TEXT_MAX } from '../brand.ts'
import { Done, Instant, Nothing, Nullable, Strict } from '../fields.ts'
import { limits } from '../limits.ts'
import { NoticeBlock } from '../notices.ts'
import { route } from '../route.ts'

const LongText = Type.String({ maxLength: 2000 })
const Title = Type.String({ maxLength: limits.brandTitleMax * 4 })

const TextBody = Type.String({ minLength: 1, maxLength: limits.ownTextMax })
/** Markdown, as in notices. Readers of a language that is missing here get the first one. */
const OwnText = Strict({ 'zh-CN': TextBody, 'zh-TW': Type.Optional(TextBody), en: Type.Optional(TextBody) })
export type OwnText = Static<typeof OwnText>

/** A reseller's own settings; null: use the rule for its key. */
const BrandFields = {
  title: Nullable(Title),
  icon: Nullable(Type.String({ maxLength: limits.brandIconMaxBytes })),
  accent: Nullable(Type.String({ pattern: '^#[0-9a-f]{6}$' })),
  kfUrl: Nullable(LongText),
  jcUrl: Nullable(LongText),
  contact: Nullable(Type.String({ maxLength: limits.agencyContactMax * 4 })),
  senderName: Nullable(Title),
  /** Below every receipt: who sells, and how to get an invoice. */
  receiptText: Nullable(Type.String({ maxLength: RECEIPT_TEXT_MAX * 4 })),
  frameOrigins: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 10 }),
  /** Further headers of its users' subscriptions, each as `name: value`; `routing` is one that clients read. */
  feedHeaders: Type.Array(Type.String({ maxLength: 1600 }), { maxItems: 10 }),
  /** Regions have a globe instead of their flag. */
  hidesFlags: Type.Boolean(),
  agreement: Nullable(OwnText),
  help: Nullable(OwnText),
}
const Brand = Type.Object(BrandFields)
export type OwnBrand = Static<typeof Brand>

const Domain = Type.Object({
  host: Type.String(),
  /** True: links in mails point to this domain. */
  isMain: Type.Boolean(),
  verifiedAt: Nullable(Instant),
  /** The TXT record that the domain's zone must contain. */
  record: Type.Object({ name: Type.String(), value: Type.String() }),
})
export type BrandDomain = Static<typeof Domain>

const HostName = Strict({ host: Type.String({ minLength: 1, maxLength: 300 }) })

const write = { access: 'staff', permission: 'brand.write' } as const

export const brand = {
  show: route('GET /api/console/brand/show', {
    access: 'staff',
    permission: 'brand.write',
    summary: 'Brand, links and domains as they are, and what holds where nothing is set',
    input: Nothing,
    output: Type.Object({
      own: Brand,
      rule: Type.Object({ title: Type.String(), icon: Type.String(), accent: Type.String() }),
      domains: Type.Array(Domain),
      /**
       * Where the domain must point, and who gets its certificate: the platform's proxy (`auto`) or a person (`hand`).
       */
      pointing: Type.Object({ to: Type.String(), certificates: Type.Enum(['auto', 'hand']) }),
      /** Links to hand out. They open this brand by the main domain or by the app key. */
      links: Type.Object({ register: Type.String(), login: Type.String(), appKey: Type.String() }),
      /** The sender address of mails; null: no mails are sent. */
      mailFrom: Nullable(Type.String()),
      /** The address for a test mail: the staff member's own verified one. */
      testTo: Nullable(Type.String()),
    }),
  }),
  save: route('POST /api/console/brand/save', {
    ...write,
    summary: 'Set what is named and leave the rest; null goes back to the rule. All of it is right or none is kept',
    input: Type.Partial(Type.Object(BrandFields), { additionalProperties: false, minProperties: 1 }),
    output: Done,
    errors: ['reseller.suspended'],
  }),
  previewText: route('POST /api/console/brand/preview-text', {
    ...write,
    whenSuspended: true,
    summary: 'A text as its readers will see it. Changes nothing',
    input: Strict({ body: Type.String({ maxLength: limits.ownTextMax }) }),
    output: Type.Object({ blocks: Type.Array(NoticeBlock) }),
  }),
  addDomain: route('POST /api/console/brand/add-domain', {
    ...write,
    summary: 'Name a host of one’s own; it counts once its zone proves it',
    input: HostName,
    output: Type.Object({ host: Type.String() }),
    errors: ['domain.taken', 'reseller.suspended'],
  }),
  checkDomain: route('POST /api/console/brand/check-domain', {
    ...write,
    summary: 'Look now for the TXT record, where the host leads, and whether https works there',
    input: HostName,
    output: Type.Object({
      found: Type.Enum(['verified', 'absent', 'other', 'silent', 'inside']),
      /** True: visitors of the host reach the platform. */
      points: Type.Boolean(),
      /** Null: not looked at, because the host leads elsewhere. */
      hasHttps: Nullable(Type.Boolean()),
    }),
    errors: ['object.unknown', 'reseller.suspended', 'request.too_many'],
  }),
  makeMain: route('POST /api/console/brand/make-main', {
    ...write,
    summary: 'Links in mails point to this verified host from now on',
    input: HostName,
    output: Done,
    errors: ['object.unknown', 'reseller.suspended'],
  }),
  removeDomain: route('POST /api/console/brand/remove-domain', {
    ...write,
    summary: 'Give a host up; passkeys made there stop working',
    input: HostName,
    output: Done,
    errors: ['object.unknown', 'reseller.suspended'],
  }),
  testMail: route('POST /api/console/brand/test-mail', {
    ...write,
    summary: 'A mail in this brand to the member’s own address',
    input: Nothing,
    output: Type.Object({ to: Type.String() }),
    errors: ['email.off', 'email.not_bound', 'reseller.suspended', 'request.too_many'],
  }),
}
