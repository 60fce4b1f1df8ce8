import type { ComponentType } from 'react'
import type { Page } from '../ui/index.ts'

/** Part of the dashboard could not be loaded. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
  readonly type: 'missing' | 'timeout'

  constructor(type: 'missing' | 'timeout', cause?: unknown) {
    super(type, { cause })
    this.type = type
  }
}

const chunkTimeout = 120_000

/** The component of a page. Throws ChunkLoadError if its module cannot be loaded within `timeout` milliseconds. */
export async function loadPage(load: Page['load'], timeout: number = chunkTimeout): Promise<ComponentType> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('timeout')), timeout)
  })
  const page = load().catch((error: unknown) => {
    throw new ChunkLoadError('missing', error)
  })
  try {
    return (await Promise.race([page, late])).default
  } finally {
    clearTimeout(timer)
  }
}
