import { Card } from '../../../ui/components/card.tsx'
import { Facts } from '../../../ui/components/facts.tsx'
import { useWords } from '../../words/language.ts'

export function TopUpFacts() {
  const t = useWords('top-up')
  return (
    <Card title={t('goodFor')}>
      <Facts
        facts={[
          { icon: 'package', title: t('factBuy'), text: t('factBuyText') },
          { icon: 'shield', title: t('factSafe'), text: t('factSafeText') },
          { icon: 'receipt', title: t('factRecords'), text: t('factRecordsText') },
        ]}
      />
    </Card>
  )
}
