import type { CreatedApiKey } from '@mqdeck/contract'
import { deployment } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { downloadText } from '../../lib/browser/download.ts'
import {
  Button,
  CodeBlock,
  CopyButton,
  confirm,
  DescriptionList,
  Dim,
  Group,
  Modal,
  Mono,
  Notice,
  Stack,
} from '../../ui/index.ts'
import { toCurlExample, toEnvironmentFile } from './key-values.ts'
import { messages } from './messages.ts'

interface SecretDialogProps {
  /** Undefined while the dialog is closed. */
  readonly created: CreatedApiKey | undefined
  readonly onClose: () => void
}

/** Shows the secret key of a new API key. It cannot be shown again. */
export function SecretDialog({ created, onClose }: SecretDialogProps) {
  const texts = useMessages(messages)
  const confirmClose = async () => {
    const { closeQuestion: title, closeBody: body, close: action, goBack: cancel } = texts
    if (await confirm({ title, body, action, cancel, danger: true, isLocal: true })) onClose()
  }
  return (
    <Modal
      opened={created !== undefined}
      onClose={() => void confirmClose()}
      title={created ? texts.createdNamed(created.name) : ''}
      size={620}
    >
      {created && <Secret created={created} onClose={onClose} />}
    </Modal>
  )
}

function Secret({ created, onClose }: { readonly created: CreatedApiKey; readonly onClose: () => void }) {
  const texts = useMessages(messages)
  const { name, api_key, api_secret } = created
  const apiUrl = deployment.absoluteApiUrl
  return (
    <Stack gap={4}>
      <Notice tone="amber">{texts.secretNote}</Notice>
      <DescriptionList
        minWidth={300}
        items={[
          { label: texts.apiKey, value: <CopyableValue value={api_key} label={texts.copyKey} /> },
          { label: texts.secretKey, value: <CopyableValue value={api_secret} label={texts.copySecret} /> },
        ]}
      />
      <Stack gap={1}>
        <Dim small>{texts.example}</Dim>
        <CodeBlock code={toCurlExample(created, api_secret, apiUrl)} wrap />
      </Stack>
      <Group justify="end">
        <Button onClick={() => downloadText(`${name}.env`, 'text/plain', toEnvironmentFile(created, apiUrl))}>
          {texts.download}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {texts.savedSecret}
        </Button>
      </Group>
    </Stack>
  )
}

function CopyableValue({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <Group gap={1}>
      <Mono>{value}</Mono>
      <CopyButton value={value} label={label} />
    </Group>
  )
}
