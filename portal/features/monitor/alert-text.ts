import type { Language } from '../../../contract/languages.ts'
import type { MonitorAlert } from '../../../contract/monitor-figures.ts'
import { regionText } from '../../../ui/words/region-text.ts'
import type { Translate } from '../../words/words.ts'

/** One sentence; a kind from another part of the product is named as it is. */
export function alertText(
  alert: Pick<MonitorAlert, 'kind' | 'subject' | 'detail'>,
  t: Translate<'monitor'>,
  language: Language,
): string {
  const { kind, subject, detail } = alert
  const word = (name: string) => String(detail[name] ?? '—')
  const node = () => ({
    name: String(detail['nodeName'] ?? subject),
    region: typeof detail['region'] === 'string' ? regionText(detail['region'], language) : '—',
  })
  switch (kind) {
    case 'node.silent':
      return t('alertSilent', node())
    case 'node.engine_down':
      return t('alertEngineDown', node())
    case 'node.refused':
      return t('alertRefused', { subject })
    case 'node.batch_refused':
      return t('alertBatchRefused', { subject })
    case 'payment.success_low':
      return t('alertSuccessLow', {
        merchant: word('merchantName'),
        percent: word('percent'),
        count: word('count'),
      })
    case 'payment.unsettled':
      return t('alertUnsettled', { count: word('count'), number: word('outTradeNo') })
    case 'payment.mismatch':
      return t('alertMismatch', { number: word('outTradeNo') })
    case 'payment.refunded_outside':
      return t('alertRefundedOutside', { number: word('outTradeNo') })
    case 'payment.unknown_order':
      return t('alertUnknownOrder')
    case 'refund.unknown':
      return t('alertRefundUnknown', { number: word('outRequestNo') })
    case 'reseller.short':
      return t('alertResellerShort')
    case 'books.unclean':
      return t('alertBooks', { count: word('count') })
    case 'job.failing':
      return t('alertJob', { name: word('name'), count: word('count') })
    case 'job.stuck':
      return t('alertJobStuck', { name: word('name'), count: word('count') })
    case 'disk.full':
      return t('alertDisk', { host: word('host'), percent: word('percent') })
    default:
      return t('alertOther', { kind, subject })
  }
}
