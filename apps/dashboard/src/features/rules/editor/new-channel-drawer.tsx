import type { NewConnector } from '@mqdeck/contract'
import { useState } from 'react'
import { LocalizedError } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Button, type Completion, FormDrawer, Stack } from '../../../ui/index.ts'
import {
  type ChannelDraft,
  ChannelForm,
  type ChannelKind,
  idOf,
  TypeGallery,
  useTypeInfo,
} from '../../integrations/index.ts'
import { editorMessages } from './editor-messages.ts'

interface NewChannelDrawerProps {
  readonly kind: ChannelKind
  readonly opened: boolean
  readonly onClose: () => void
  /** A configured action or source that is not created yet. */
  readonly start: ChannelDraft | undefined
  /** Other new connectors, which can be used too. Stable. */
  readonly drafts: readonly NewConnector[]
  /** IDs of the actions or sources that the rule uses. */
  readonly taken: readonly string[]
  readonly placeholders: readonly Completion[]
  readonly onDone: (draft: ChannelDraft) => void
}

/** Configures an action or a source that is created when the rule is saved. */
export function NewChannelDrawer(props: NewChannelDrawerProps) {
  const texts = useMessages(editorMessages)
  return (
    <FormDrawer
      opened={props.opened}
      onClose={props.onClose}
      title={props.kind === 'action' ? texts.newAction : texts.newSource}
      size={840}
    >
      {({ onDirty }) => <Steps {...props} onDirty={onDirty} />}
    </FormDrawer>
  )
}

function Steps({
  kind,
  start,
  drafts,
  taken,
  placeholders,
  onDone,
  onDirty,
}: NewChannelDrawerProps & { readonly onDirty: (isDirty: boolean) => void }) {
  const texts = useMessages(editorMessages)
  const infoOf = useTypeInfo()
  const [type, setType] = useState(start?.channel.type)
  const [initial] = useState(start)
  if (type === undefined) return <TypeGallery kind={kind} onChoose={setType} />
  return (
    <Stack gap={4}>
      {initial === undefined && (
        <div>
          <Button size="small" variant="subtle" onClick={() => setType(undefined)}>
            {texts.changeType(infoOf(type).label)}
          </Button>
        </div>
      )}
      <ChannelForm
        key={type}
        kind={kind}
        type={type}
        {...(initial && { start: initial })}
        drafts={drafts}
        placeholders={placeholders}
        guard={false}
        onDirty={onDirty}
        submitLabel={texts.addToRule}
        onSubmit={async (draft) => {
          const id = idOf(draft.channel)
          if (taken.includes(id))
            throw new LocalizedError({
              en: `The rule already uses ${id}. Choose another name.`,
              zh: `规则中已有 ${id}，请使用其他名称。`,
            })
          onDone(draft)
        }}
      />
    </Stack>
  )
}
