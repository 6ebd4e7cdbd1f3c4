import { Arrived } from './arrived.tsx'
import { CardList } from './card-list.tsx'
import css from './cards-screen.module.css'
import { GiftLinks } from './gift-links.tsx'
import { useScannedCode } from './scanned-code.ts'

export default function CardsScreen() {
  const code = useScannedCode()
  return (
    <div className={`page ${css.grid}`}>
      <div className="gap3">
        <Arrived key={code} code={code} />
        <GiftLinks />
      </div>
      <CardList />
    </div>
  )
}
