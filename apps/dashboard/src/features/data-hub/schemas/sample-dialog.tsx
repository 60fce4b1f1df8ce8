import { useState } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { Button, CodeEditor, Dim, Group, Modal, Stack } from '../../../ui/index.ts'
import { inferSchema } from './infer-schema.ts'
import { schemaMessages } from './messages.ts'

interface SampleDialogProps {
  readonly type: 'json' | 'avro'
  readonly onGenerated: (source: string) => void
  readonly onClose: () => void
}

/** Generates a schema from a sample payload. */
export function SampleDialog({ type, onGenerated, onClose }: SampleDialogProps) {
  const texts = useMessages(schemaMessages)
  const [sample, setSample] = useState('')
  const [error, setError] = useState<string>()
  const generate = () => {
    try {
      onGenerated(inferSchema(type, sample))
      onClose()
    } catch {
      setError(texts.sampleNotJson)
    }
  }
  return (
    <Modal opened onClose={onClose} title={texts.generate} size={620}>
      <Stack gap={4}>
        <Dim>{texts.generateAbout}</Dim>
        <CodeEditor
          label={texts.sample}
          language="json"
          value={sample}
          onChange={(text) => {
            setSample(text)
            setError(undefined)
          }}
          minLines={8}
          placeholder='{"temperature": 21.5}'
          error={error}
        />
        <Group justify="end">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" onClick={generate}>
            {texts.generateAction}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
