import { useFresh } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Button, CodeEditor, Dim, Fields, Group, Section, Stack, toast } from '../../ui/index.ts'
import { type DraftText, noDraft, readDraft } from './draft-text.ts'
import { messages } from './messages.ts'
import { currentQuery } from './queries.ts'

interface DraftEditorProps {
  readonly text: DraftText
  readonly onChange: (text: DraftText) => void
}

const parts = ['authentication', 'authorization'] as const

/** Settings that nobody has saved, as JSON. */
export function DraftEditor({ text, onChange }: DraftEditorProps) {
  const texts = useMessages(messages)
  const fresh = useFresh(currentQuery, undefined)
  const { faults } = readDraft(text)
  const isEmpty = parts.every((part) => text[part] === '')
  const takeCurrent = () => fresh().then(onChange, () => toast.error(texts.couldNotRead))
  return (
    <Section>
      <Disclosure label={texts.draft}>
        <Stack gap={4}>
          <Dim>{texts.draftHint}</Dim>
          <Group wrap>
            <Button onClick={() => void takeCurrent()}>{texts.takeCurrent}</Button>
            <Button onClick={() => onChange(noDraft)} disabled={isEmpty}>
              {texts.forget}
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
