import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'

import type { TicketPicture } from '../../contract/tickets.ts'
import { Icon } from './icon.tsx'
import css from './sent-pictures.module.css'
import { Sheet } from './sheet.tsx'

type Load = (pictureId: string) => Promise<{ type: string; bytes: string }>
type Words = { name: (number: number) => string; failed: string; close: string }
type Props = { pictures: readonly TicketPicture[]; load: Load; words: Words }

/** The pictures of a message, small; each opens in a sheet. */
export function SentPictures({ pictures, load, words }: Props) {
  if (pictures.length === 0) return null
  return (
    <ul className={css.pictures}>
      {pictures.map((picture, at) => (
        <li key={picture.pictureId}>
          <SentPicture picture={picture} load={load} words={words} name={words.name(at + 1)} />
        </li>
      ))}
    </ul>
  )
}

type OneProps = Pick<Props, 'load' | 'words'> & { picture: TicketPicture; name: string }

function SentPicture({ picture: { pictureId, width, height }, name, load, words }: OneProps) {
  const place = useRef<HTMLButtonElement>(null)
  const isSeen = useSeen(place)
  const [isLarge, setLarge] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['picture', pictureId],
    queryFn: () => load(pictureId),
    // A long thread has dozens, up to a megabyte each.
    enabled: isSeen,
    staleTime: Infinity,
  })
  const url = data && `data:${data.type};base64,${data.bytes}`
  return (
    <>
      <button
        ref={place}
        type="button"
        className={css.picture}
        aria-label={error ? `${name}, ${words.failed}` : name}
        aria-busy={!url && !error}
        onClick={() => (url ? setLarge(true) : void refetch())}
      >
        {url ? <img src={url} alt="" /> : null}
        {error && !url ? <Icon name="refresh" /> : null}
        {error && !url ? <span>{words.failed}</span> : null}
      </button>
      <Sheet opened={isLarge} onClose={() => setLarge(false)} title={name} closeLabel={words.close} wide>
        <img className={css.large} src={url} alt={name} width={width} height={height} />
      </Sheet>
    </>
  )
}

/** True from the first moment that the place is near the window. */
function useSeen(place: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (isSeen || !place.current) return
    const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && setSeen(true), {
      rootMargin: '200px',
    })
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [isSeen, place])
  return isSeen
}
