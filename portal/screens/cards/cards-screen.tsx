import { CardList } from './card-list.tsx'
import css from './cards-screen.module.css'
import { GiftLinks } from './gift-links.tsx'
import { RedeemCard } from './redeem-card.tsx'

export default function CardsScreen() {
  return (
    <div className={css.grid}>
      <div className="gap3">
        <RedeemCard />
        <GiftLinks />
      </div>
      <CardList />
    </div>
  )
}
