import { ApiError, installPlugin } from '@mqdeck/contract'
import { useRef, useState } from 'react'
import { useConnection, useErrorText, useSendFile } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import {
  Button,
  CodeBlock,
  Dim,
  FieldFrame,
  FileButton,
  Group,
  Mono,
  Notice,
  PageHeader,
  Progress,
  Section,
  Stack,
  toast,
  useGo,
  useUnsavedChangesGuard,
} from '../../ui/index.ts'
import { pluginMessages } from './messages.ts'
import { pluginsQuery } from './queries.ts'

/** Letters, digits, - and _, then a version such as 1.0.0. */
const fileName = /^[A-Za-z][\w-]*-\d[\w.+-]*\.tar\.gz$/

/** Uploads a package. A package that is not allowed yet shows the command that allows it. */
export default function InstallPluginPage() {
  const texts = useMessages(pluginMessages)
  const format = useFormat()
  const go = useGo()
  const errorText = useErrorText()
  const send = useSendFile()
  const { queries } = useConnection()
  const [file, setFile] = useState<File>()
  const [isChecked, setChecked] = useState(false)
  const [sent, setSent] = useState<{ readonly done: number; readonly total: number }>()
  const [error, setError] = useState<unknown>()
  const running = useRef<AbortController>(undefined)
  const isRunning = sent !== undefined
  const mayLeave = useUnsavedChangesGuard(isRunning)
  const fault = faultOf(file, texts)
  const install = async () => {
    setChecked(true)
    if (!file || fault !== undefined) return
    const controller = new AbortController()
    running.current = controller
    setError(undefined)
    setSent({ done: 0, total: file.size })
    try {
      await send({
        endpoint: installPlugin,
        file,
        onProgress: (done, total) => setSent({ done, total }),
        signal: controller.signal,
      })
      mayLeave()
      void queries.invalidateQueries({ queryKey: [pluginsQuery.name] })
      const plugin = file.name.slice(0, -'.tar.gz'.length)
      toast.success(texts.installedNamed(plugin))
      go({ to: '/plugins/detail/$plugin', params: { plugin } }, { replace: true })
    } catch (reason) {
      if (!controller.signal.aborted) setError(reason)
    } finally {
      setSent(undefined)
    }
  }
  const isNotAllowed = error instanceof ApiError && error.status === 403
  const command = isNotAllowed ? commandIn(error.message) : undefined
  return (
    <>
      <PageHeader title={texts.install} description={texts.installAbout} />
      <Stack gap={4}>
        <Section>
          <Stack gap={5}>
            <FieldFrame
              label={texts.package}
              description={texts.packageHelp}
              required
              group
              error={isChecked || file ? fault : undefined}
            >
              {() => (
                <Group>
                  <FileButton
                    label={texts.chooseFile}
                    extensions={['gz']}
                    disabled={isRunning}
                    onPick={(chosen) => {
                      setFile(chosen)
                      setError(undefined)
                    }}
                  />
                  {file && (
                    <span>
                      <Mono>{file.name}</Mono> <Dim small>{format.bytes(file.size)}</Dim>
                    </span>
                  )}
                </Group>
              )}
            </FieldFrame>
            {sent && (
              <Stack gap={2}>
                <Progress label={texts.installing} done={sent.done} total={sent.total} />
                <Dim small>
                  {sent.done >= sent.total
                    ? texts.installing
                    : texts.progress(format.bytes(sent.done), format.bytes(sent.total))}
                </Dim>
              </Stack>
            )}
            <Group>
              <Button variant="primary" loading={isRunning} onClick={() => void install()}>
                {texts.installButton}
              </Button>
              {isRunning && <Button onClick={() => running.current?.abort()}>{texts.cancel}</Button>}
            </Group>
          </Stack>
        </Section>
        {error !== undefined && (
          <div role="alert">
            {!isNotAllowed ? (
              <Notice tone="red">{errorText(error)}</Notice>
            ) : (
              <Notice tone="amber">
                <Stack gap={3}>
                  <strong>{texts.notAllowed}</strong>
                  {command === undefined ? (
                    <span>{error.message}</span>
                  ) : (
                    <>
                      <span>{texts.notAllowedHint}</span>
                      <CodeBlock code={command} wrap />
                    </>
                  )}
                </Stack>
              </Notice>
            )}
          </div>
        )}
      </Stack>
    </>
  )
}

function faultOf(file: File | undefined, texts: (typeof pluginMessages)['en']): string | undefined {
  if (!file) return texts.noFile
  if (!file.name.endsWith('.tar.gz')) return texts.badExtension
  return fileName.test(file.name) ? undefined : texts.badFileName
}

/** The command in the message of a package that is not allowed: "... by running: `emqx ctl plugins allow NAME`". */
const commandIn = (message: string): string | undefined => /`([^`]+)`/.exec(message)?.[1]
