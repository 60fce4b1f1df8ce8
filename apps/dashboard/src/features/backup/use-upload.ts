import { uploadBackup } from '@mqdeck/contract'
import { useEffect, useRef, useState } from 'react'
import { useConnection, useData, useErrorText, useSendFile } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { toast, useUnsavedChangesGuard } from '../../ui/index.ts'
import { uploadMessages } from './messages.ts'
import { backupsQuery, partsQuery } from './queries.ts'

export interface UploadState {
  readonly name: string
  readonly isRunning: boolean
  /** Bytes. */
  readonly sent: number
  readonly total: number
  /** Why the upload failed. */
  readonly problem?: string
}

interface Upload {
  /** Undefined without an upload. */
  readonly state: UploadState | undefined
  readonly start: (file: File) => void
  readonly cancel: () => void
  readonly dismiss: () => void
}

/** Uploads one archive. Leaving the page cancels the upload, after a confirmation. */
export function useUpload(): Upload {
  const texts = useMessages(uploadMessages)
  const errorText = useErrorText()
  const format = useFormat()
  const send = useSendFile()
  const { queries } = useConnection()
  const { data: parts } = useData(partsQuery, undefined)
  const [state, setState] = useState<UploadState>()
  const running = useRef<AbortController>(undefined)
  useUnsavedChangesGuard(state?.isRunning === true)
  useEffect(() => () => running.current?.abort(), [])

  const run = async (file: File) => {
    const { name, size } = file
    const fail = (problem: string) => setState({ name, isRunning: false, sent: 0, total: size, problem })
    const limit = parts?.uploadLimit
    if (limit !== undefined && size > limit) return fail(texts.tooLarge(format.bytes(limit)))
    const abort = new AbortController()
    running.current = abort
    setState({ name, isRunning: true, sent: 0, total: size })
    try {
      await send({
        endpoint: uploadBackup,
        file,
        signal: abort.signal,
        onProgress: (sent, total) => setState({ name, isRunning: true, sent, total }),
      })
      setState(undefined)
      toast.success(texts.uploaded(name))
    } catch (error) {
      if (!abort.signal.aborted) return fail(errorText(error))
      setState(undefined)
      toast.info(texts.cancelled)
    } finally {
      void queries.invalidateQueries({ queryKey: [backupsQuery.name] })
    }
  }
  return {
    state,
    start: (file) => void run(file),
    cancel: () => running.current?.abort(),
    dismiss: () => setState(undefined),
  }
}
