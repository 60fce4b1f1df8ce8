import { republishArgs } from '@mqdeck/contract'
import { useMemo, useState } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { isRecord } from '../../../lib/json/json-path.ts'
import { PlugInForm } from '../../../schema-form/index.ts'
import { type Completion, FormDrawer, Stack } from '../../../ui/index.ts'
import { editorMessages } from './editor-messages.ts'

type Args = Readonly<Record<string, unknown>>

interface RepublishDrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** Undefined for a new output. */
  readonly start: Args | undefined
  readonly placeholders: readonly Completion[]
  readonly onDone: (args: Args) => void
}

interface WithDirty {
  readonly onDirty: (isDirty: boolean) => void
}

const structs = [republishArgs]

/** Edits the action `republish`. */
export function RepublishDrawer(props: RepublishDrawerProps) {
  const texts = useMessages(editorMessages)
  return (
    <FormDrawer opened={props.opened} onClose={props.onClose} title={texts.republish} size={680}>
      {({ onDirty }) => <Form {...props} onDirty={onDirty} />}
    </FormDrawer>
  )
}

function Form({ start, placeholders, onDone, onDirty }: RepublishDrawerProps & WithDirty) {
  const texts = useMessages(editorMessages)
  const [initial] = useState<Args>(
    () => start ?? { topic: '', qos: '${qos}', retain: '${flags.retain}', payload: '${payload}' },
  )
  const offered = useMemo(() => [...placeholders], [placeholders])
  return (
    <Stack gap={4}>
      <PlugInForm
        structs={structs}
        mode={start ? 'edit' : 'create'}
        value={initial}
        completions={offered}
        guard={false}
        onDirty={onDirty}
        saveLabel={start ? texts.apply : texts.add}
        onSave={async (value) => {
          if (isRecord(value)) onDone(value)
        }}
      />
    </Stack>
  )
}
