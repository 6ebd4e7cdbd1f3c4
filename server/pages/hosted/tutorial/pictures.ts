import type { ListedClient } from '../../../../contract/client-list.ts'
import type { System } from '../../../../contract/systems.ts'
import { escapeHtml } from '../../../platform/text/escape-html.ts'

type Drawn = Pick<ListedClient, 'name' | 'colour'>

const PHONE = '<rect class="o" x="42" y="4" width="36" height="72" rx="7"/><path class="o" d="M56 70h8"/>'
const DESK = '<rect class="o" x="16" y="8" width="88" height="54" rx="6"/><path class="o" d="M60 62v10M44 74h32"/>'

/** Get the client, hand it the lines, switch it on: each drawn on the reader's kind of device. */
export function threePictures(client: Drawn, system: System): readonly [string, string, string] {
  const isPhone = system === 'ios' || system === 'android' || system === 'harmony'
  const device = isPhone ? PHONE : DESK
  const y = isPhone ? 40 : 35
  return [
    draw(device, `${mark(client, 60, y + 6)}<path class="b" d="M60 ${y - 24}v12M54 ${y - 18}l6 6 6-6"/>`),
    draw(
      device,
      `${mark(client, 60, y - 12)}<path class="b" d="M60 ${y + 14}v-10M55 ${y + 8}l5-5 5 5"/><rect class="f" x="46" y="${y + 16}" width="28" height="9" rx="4.5"/>`,
    ),
    draw(
      device,
      `${mark(client, 60, y - 12)}<rect class="f" x="46" y="${y + 6}" width="28" height="15" rx="7.5"/><circle class="w" cx="66" cy="${y + 13.5}" r="5.5"/>`,
    ),
  ]
}

function draw(...shapes: string[]): string {
  return `<svg viewBox="0 0 120 80" aria-hidden="true">${shapes.join('')}</svg>`
}

function mark({ name, colour }: Drawn, x: number, y: number): string {
  const letter = escapeHtml([...name][0]?.toUpperCase() ?? '')
  const box = `<rect x="${x - 9}" y="${y - 9}" width="18" height="18" rx="5" fill="${escapeHtml(colour)}"/>`
  return `${box}<text class="l" x="${x}" y="${y + 4}" text-anchor="middle">${letter}</text>`
}
