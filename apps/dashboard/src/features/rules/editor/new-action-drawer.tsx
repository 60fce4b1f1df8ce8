import { useMemo, useState } from 'react'
import { LocalizedError } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Button, type Completion, Drawer, Stack, useAskBeforeClose } from '../../../ui/index.ts'
import { ActionForm, type ChannelDraft, idOf, TypeGallery, useTypeInfo } from '../../integrations/index.ts'
import { editorMessages } from './editor-messages.ts'
import { type Output, outputId, toBeMade } from './rule-draft.ts'

interface NewActionDrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** A configured action that is not created yet. */
  readonly start: ChannelDraft | undefined
  /** Other outputs, whose new connectors can be used too. */
  readonly others: readonly Output[]
  readonly placeholders: readonly Completion[]
  readonly onDone: (draft: ChannelDraft) => void
}

/** Configures an action that is created when the rule is saved. */
export function NewActionDrawer(props: NewActionDrawerProps) {
  const texts = useMessages(editorMessages)
  const { close, onDirty } = useAskBeforeClose(props.onClose)
  return (
    <Drawer opened={props.opened} onClose={close} asksBeforeClose={false} title={texts.newAction} size={840}>
      {props.opened && <Steps {...props} onDirty={onDirty} />}
    </Drawer>
  )
}

function Steps({
  start,
  others,
  placeholders,
  onDone,
  onDirty,
}: NewActionDrawerProps & { readonly onDirty: (isDirty: boolean) => void }) {
  const texts = useMessages(editorMessages)
  const infoOf = useTypeInfo()
  const [type, setType] = useState(start?.channel.type)
  const [initial] = useState(start)
  const drafts = useMemo(() => toBeMade(others).connectors, [others])
  const taken = new Set(others.flatMap((one) => (one.kind === 'builtIn' ? [] : [outputId(one)])))
  if (type === undefined) return <TypeGallery kind="action" onChoose={setType} />
  return (
    <Stack gap={4}>
      {initial === undefined && (
        <div>
          <Button size="small" variant="subtle" onClick={() => setType(undefined)}>
            {texts.changeType(infoOf(type).label)}
          </Button>
        </div>
      )}
      <ActionForm
        key={type}
        type={type}
        {...(initial && { start: initial })}
        drafts={drafts}
        placeholders={placeholders}
        guard={false}
        onDirty={onDirty}
        submitLabel={texts.addToRule}
        onSubmit={async (draft) => {
          const id = idOf(draft.channel)
          if (taken.has(id))
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
