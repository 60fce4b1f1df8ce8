import { isNodeName } from '@mqdeck/contract'
import { useForm } from 'react-hook-form'
import { useChange, useErrorText } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, ErrorState, Group, Modal, Notice, Stack, TextField, toast } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { inviteNode } from './queries.ts'

interface InviteDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** Names of the nodes of the cluster. */
  readonly members: readonly string[]
}

export function InviteDialog({ opened, onClose, members }: InviteDialogProps) {
  const texts = useMessages(messages)
  return (
    <Modal opened={opened} onClose={onClose} title={texts.invite} size={460}>
      <InviteForm members={members} onDone={onClose} />
    </Modal>
  )
}

function InviteForm({ members, onDone }: { readonly members: readonly string[]; readonly onDone: () => void }) {
  const texts = useMessages(messages)
  const describe = useErrorText()
  const change = useChange(inviteNode)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { node: '' } })
  const check = (typed: string) => {
    const node = typed.trim()
    if (node === '') return texts.nodeNameRequired
    if (!isNodeName(node)) return texts.nodeNameWrong
    return members.includes(node) ? texts.nodeIsMember : true
  }
  const submit = handleSubmit(async ({ node: typed }) => {
    const node = typed.trim()
    try {
      await change.run({ node })
    } catch {
      // The error is shown below, from change.error.
      return
    }
    toast.info(texts.invited(node))
    onDone()
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={4}>
        <TextField
          mono
          required
          label={texts.nodeName}
          description={texts.nodeNameHint}
          placeholder="emqx@10.0.0.2"
          autoComplete="off"
          error={formState.errors.node?.message}
          data-autofocus
          {...register('node', { validate: check })}
        />
        <Notice tone="amber">{texts.inviteHint}</Notice>
        {change.error && <ErrorState title={describe(change.error)} />}
        <Group justify="end">
          <Button onClick={onDone}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" loading={formState.isSubmitting}>
            {texts.send}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
