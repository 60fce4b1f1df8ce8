import type { RegisteredSchema } from '@mqdeck/contract'
import { useState } from 'react'
import { QueryError, useData } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Button, Dim, Group, Link, Notice, Stack } from '../../../ui/index.ts'
import type { DecodedPayloadProps } from '../../../ui/payload/payload-decoding.ts'
import { BindingDialog } from './binding-dialog.tsx'
import { bindingFor, type DecoderChoice } from './bindings.ts'
import { DecodeOutcome } from './decode-outcome.tsx'
import { DecoderFields } from './decoder-fields.tsx'
import { decoderMessages } from './messages.ts'
import { schemasQuery } from './queries.ts'
import { useBindings, useChangeBindings } from './use-bindings.ts'
import { decodingOf } from './use-decoded.ts'

const none: readonly RegisteredSchema[] = []

/** The choice of a decoder and the decoded payload. Without a choice, the decoder of the topic is used. */
export function DecodedPayload({ bytes, topic }: DecodedPayloadProps) {
  const texts = useMessages(decoderMessages)
  const query = useData(schemasQuery, undefined)
  const { data: schemas = none } = query
  const bound = bindingFor(useBindings(), topic)
  const [chosen, setChosen] = useState<DecoderChoice>()
  const [isSaving, setSaving] = useState(false)
  const { mayChange } = useChangeBindings()
  const choice = chosen ?? bound?.decoder
  const decoding = choice && decodingOf(choice, schemas)
  const isOfBinding = JSON.stringify(choice) === JSON.stringify(bound?.decoder)
  return (
    <Stack gap={3}>
      <DecoderFields choice={choice} onChange={setChosen} schemas={schemas} />
      {choice &&
        (isOfBinding && bound ? (
          <Dim small>
            {texts.decodedBy(bound.filter)} <Link to="/schema/decoders">{texts.decoders}</Link>
          </Dim>
        ) : (
          mayChange && (
            <Group>
              <Button size="small" onClick={() => setSaving(true)}>
                {texts.alwaysForTopic}
              </Button>
            </Group>
          )
        ))}
      {query.error && schemas === none && <QueryError query={query} />}
      {decoding ? (
        <DecodeOutcome decoding={decoding} bytes={bytes} />
      ) : (
        choice?.format === 'schema' && query.data && <Notice tone="amber">{texts.missing(choice.schema)}</Notice>
      )}
      <BindingDialog
        opened={isSaving}
        initial={{ filter: topic, decoder: choice }}
        schemas={schemas}
        onSaved={() => setChosen(undefined)}
        onClose={() => setSaving(false)}
      />
    </Stack>
  )
}
