import { useFresh } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, CodeEditor, Dim, Fields, Group, Section, Stack, toast } from '../../ui/index.ts'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { type DraftText, noDraft, parseDraft } from './draft-text.ts'
import { explainMessages } from './messages.ts'
import { currentSettingsQuery } from './queries.ts'

interface DraftEditorProps {
  readonly text: DraftText
  readonly onChange: (text: DraftText) => void
}

const parts = ['authentication', 'authorization'] as const

/** Unsaved settings as JSON. */
export function DraftEditor({ text, onChange }: DraftEditorProps) {
  const texts = useMessages(explainMessages)
  const fresh = useFresh(currentSettingsQuery, undefined)
  const { faults } = parseDraft(text)
  const isEmpty = parts.every((part) => text[part] === '')
  const loadCurrent = () => fresh().then(onChange, () => toast.error(texts.loadFailed))
  return (
    <Section>
      <Disclosure label={texts.draft}>
        <Stack gap={4}>
          <Dim>{texts.draftHint}</Dim>
          <Group wrap>
            <Button onClick={() => void loadCurrent()}>{texts.loadCurrent}</Button>
            <Button onClick={() => onChange(noDraft)} disabled={isEmpty}>
              {texts.discardDraft}
            </Button>
          </Group>
          <Fields columns={2}>
            {parts.map((part) => (
              <CodeEditor
                key={part}
                label={texts[part]}
                language="json"
                value={text[part]}
                onChange={(value) => onChange({ ...text, [part]: value })}
                minLines={8}
                maxLines={28}
                error={faults[part] && texts[faults[part]]}
              />
            ))}
          </Fields>
        </Stack>
      </Disclosure>
    </Section>
  )
}
