import { LANGUAGES } from '../../contract/languages.ts'
import { languageNames } from '../words/ui-words.ts'
import { useLanguage } from '../words/word-store.ts'
import { Icon } from './icon.tsx'
import { List, ListRow } from './list.tsx'
import { chooseLanguage } from './look.ts'
import { Sheet } from './sheet.tsx'

type Props = {
  opened: boolean
  onClose: () => void
  title: string
  closeLabel: string
}

export function LanguageSheet({ opened, onClose, title, closeLabel }: Props) {
  const current = useLanguage()
  return (
    <Sheet opened={opened} onClose={onClose} title={title} closeLabel={closeLabel}>
      <List boxed>
        {LANGUAGES.map((language) => (
          <ListRow
            key={language}
            name={languageNames[language]}
            value={language === current ? <Icon name="check" /> : null}
            lang={language}
            isPressed={language === current}
            onPress={() => {
              onClose()
              void chooseLanguage(language)
            }}
          />
        ))}
      </List>
    </Sheet>
  )
}
