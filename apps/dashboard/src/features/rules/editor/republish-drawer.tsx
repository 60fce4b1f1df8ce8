import { republishArgs } from '@mqdeck/contract'
import { useMemo, useState } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { isRecord } from '../../../lib/json-path.ts'
import { PlugInForm } from '../../../schema-form/index.ts'
import { type Completion, Drawer, Stack, useAskBeforeClose } from '../../../ui/index.ts'
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
  const { close, onDirty } = useAskBeforeClose(props.onClose)
  return (
    <Drawer opened={props.opened} onClose={close} asksBeforeClose={false} title={texts.republish} size={680}>
      {props.opened && <Form {...props} onDirty={onDirty} />}
    </Drawer>
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
