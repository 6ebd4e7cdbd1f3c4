import type { UserInfo } from '../../contract/accounts.ts'
import type { Envelope } from '../../contract/errors.ts'
import { readPageStart } from '../../ui/device/page.ts'
import { readStored } from '../../ui/device/storage.ts'
import { fill } from '../../ui/words/translate.ts'
import { heroStateOf } from '../screens/overview/hero-state.ts'
import { type HeroView, heroViewOf } from '../screens/overview/hero-view.ts'
import css from '../screens/overview/hero.module.css'
import type { Translate } from '../words/words.ts'

/** Steps of ten seconds, like the clock of the React version. */
const STEP_MS = 10_000

document.querySelector<HTMLElement>('#sandbox')!.hidden = !readPageStart().sandbox

// Part of the HTML of /user, after the frame: draws the first card as soon as the user's information is there, a second
// or more before React. React then replaces it with its own card, which looks the same.
window.early?.answer
  .then(async (response) => draw((await response.clone().json()) as Envelope<UserInfo>))
  // React asks again, or shows the error.
  .catch(() => {})

function draw(answer: Envelope<UserInfo>): void {
  const shape = document.querySelector<HTMLTemplateElement>('#glance')
  // In these cases React must draw a warning above the card.
  if (!shape || !answer.success || answer.data.blockedReason !== null || answer.data.deleteAfter !== null) return
  const t = wordsIn(shape)
  const nowMs = Math.floor(Date.now() / STEP_MS) * STEP_MS
  fillCard(shape.content, heroViewOf(answer.data, heroStateOf(answer.data, nowMs, t), t))
  const main = shape.parentElement!
  main.dataset['glance'] = ''
  // A remembered user is still being signed in: keep that message as long as it lasts.
  const isSigningIn = readStored('username') && readStored('password')
  if (isSigningIn) main.prepend(shape.content)
  else main.replaceChildren(shape.content)
}

function wordsIn({ dataset }: HTMLElement): Translate<'user'> {
  const table = JSON.parse(dataset['words'] ?? '{}') as Record<string, string>
  return (key, ...values) => fill(table[key] ?? '', values[0])
}

/** Writes the values where the rendered card names them. An element whose value is null is not part of this card. */
function fillCard(card: ParentNode, view: HeroView): void {
  const find = (name: string | undefined) => card.querySelector<HTMLElement>(`.${name}`)!
  // The HTML must contain no style, so these two have no name to replace.
  find(css.water).style.height = view.waterHeight ?? ''
  find(css.used).style.width = view.traffic?.usedWidth ?? ''
  if (!view.traffic) find(css.figures).remove()
  const values: Record<string, unknown> = { ...view, ...view.action, ...view.traffic }
  for (const element of card.querySelectorAll('*')) {
    for (const node of [...element.attributes, ...element.childNodes]) {
      const name = /\{\{(\w+)\}\}/.exec(node.nodeValue ?? '')?.[1]
      if (name === undefined) continue
      if (values[name] == null) element.remove()
      else node.nodeValue = fill(node.nodeValue!, { [name]: String(values[name]) })
    }
  }
}
