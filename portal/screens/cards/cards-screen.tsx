import { CardList } from './card-list.tsx'
import css from './cards-screen.module.css'
import { RedeemCard } from './redeem-card.tsx'

export default function CardsScreen() {
  return (
    <div className={css.grid}>
      <RedeemCard />
      <CardList />
    </div>
  )
}
