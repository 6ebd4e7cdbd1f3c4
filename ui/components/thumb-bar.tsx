import { Button } from '@mantine/core'
import { Link } from 'react-router'

import css from './thumb-bar.module.css'

/** On a phone: how things stand and the way on, over the bottom bar whatever part of the page is in view. */
export function ThumbBar({ text, to, label }: { text: string; to: string; label: string }) {
  return (
    <div className={css.bar}>
      <p className={css.text}>{text}</p>
      <Button component={Link} to={to}>
        {label}
      </Button>
    </div>
  )
}
