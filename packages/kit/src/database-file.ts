import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'

/**
 * Checks the structure of an LMDB file with plain reads, because LMDB maps the file into memory and does not check
 * it: a missing page ends the process with SIGBUS, and an overwritten page leads to a wrong answer or a crash later.
 * All pages that belong to a table are read, except the continuation of large values. Other processes must not write.
 * @returns the reason why the file is damaged, or undefined
 */
export function findDamage(file: string): string | undefined {
  const descriptor = openSync(file, 'r')
  try {
    return findIn(descriptor, fstatSync(descriptor).size)
  } finally {
    closeSync(descriptor)
  }
}

function findIn(descriptor: number, size: number): string | undefined {
  const read = (offset: number, length: number): Buffer => {
    const bytes = Buffer.alloc(length)
    readSync(descriptor, bytes, 0, length, offset)
    return bytes
  }
  const first = readMeta(read(0, metaEnd))
  if (typeof first === 'string') return first
  const { pageSize } = first
  if (size < 2 * pageSize) return `it is cut off after ${size} bytes`
  // With overlapping syncs, lmdb keeps a third meta page, which is on the disk, in the middle of the first page.
  const metas = [first, readMeta(read(pageSize, metaEnd)), readMeta(read(pageSize / 2, metaEnd))] as const
  const [, second, onDisk] = metas
  if (typeof second === 'string') return second
  const recovered = typeof onDisk === 'string' ? undefined : onDisk
  const reasons = bootIds().map((bootId) => checkTables(descriptor, size, pickMeta(first, second, recovered, bootId)))
  return reasons.includes(undefined) ? undefined : reasons[0]
}

interface Tree {
  readonly depth: number
  /** Undefined for an empty table. */
  readonly root: number | undefined
}

interface Meta {
  readonly pageSize: number
  readonly lastPage: number
  readonly transaction: bigint
  readonly bootId: bigint
  /** Whether its pages may not have reached the disk. */
  readonly isUnsynced: boolean
  /** The list of free pages, and the table of tables. */
  readonly trees: readonly [Tree, Tree]
}

/** Bytes before the content of a page. */
const headerSize = 24
const metaEnd = headerSize + 144
const flags = { branch: 1, leaf: 2, overflow: 4, meta: 8 } as const
const nodeFlags = { bigData: 1, table: 2 } as const
const noPage = 0xffff_ffff_ffff_ffffn
const overlappingSync = 0x1000

/** Struct `MDB_meta`. */
function readMeta(page: Buffer): Meta | string {
  if (page.readUInt32LE(headerSize) !== 0xbeef_c0de || !(page.readUInt16LE(18) & flags.meta))
    return 'it does not begin as a database'
  const version = page.readUInt16LE(headerSize + 4)
  if (version !== 2) return `it has version ${version} of the LMDB format instead of 2`
  const pageSize = page.readUInt32LE(headerSize + 24)
  if (pageSize < 512 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0) return 'its page size is invalid'
  return {
    pageSize,
    lastPage: Number(page.readBigUInt64LE(headerSize + 120)),
    transaction: page.readBigUInt64LE(headerSize + 128),
    bootId: page.readBigInt64LE(headerSize + 136),
    isUnsynced: (page.readUInt16LE(headerSize + 28) & overlappingSync) !== 0,
    trees: [readTree(page, headerSize + 24), readTree(page, headerSize + 72)],
  }
}

/** Struct `MDB_db`. */
function readTree(page: Buffer, offset: number): Tree {
  const root = page.readBigUInt64LE(offset + 40)
  return { depth: page.readUInt16LE(offset + 6), root: root === noPage ? undefined : Number(root) }
}

/** The choice of `mdb_env_pick_meta`: after a reboot, only a state that has reached the disk. */
function pickMeta(first: Meta, second: Meta, onDisk: Meta | undefined, bootId: bigint): Meta {
  const pick = (a: Meta, b: Meta) => {
    if (b.transaction === 0n) return a
    const [older, newer] = a.transaction >= b.transaction ? [b, a] : [a, b]
    if (!newer.isUnsynced || (newer.bootId !== 0n && newer.bootId === bootId)) return newer
    return a.transaction === b.transaction ? a : older
  }
  const latest = pick(first, second)
  return onDisk ? pick(latest, onDisk) : latest
}

/**
 * The identity of the time since the last boot, as lmdb reads it. Where it cannot be read, the file is good if it
 * is good before or after a reboot.
 */
function bootIds(): readonly bigint[] {
  try {
    const text = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')
    return [BigInt(`0x${/^[\da-f]+/.exec(text)?.[0]}`)]
  } catch {
    return [0n]
  }
}

function checkTables(descriptor: number, size: number, meta: Meta): string | undefined {
  const { pageSize } = meta
  const page = Buffer.alloc(pageSize)
  const view = new DataView(page.buffer, page.byteOffset, pageSize)
  const used = new Uint8Array(Math.ceil((Math.min(meta.lastPage, size / pageSize) + 1) / 8))
  /** Pages to be read. The level of leaf pages is 1. */
  const waiting: { readonly number: number; readonly level: number; readonly hasTables: boolean }[] = []
  const add = ({ root, depth }: Tree, hasTables: boolean) => {
    if (root !== undefined) waiting.push({ number: root, level: depth, hasTables })
  }
  /** Takes `count` pages, which must not be used already. */
  const take = (number: number, count: number): string | undefined => {
    if (number < 2 || number + count - 1 > meta.lastPage) return `page ${number} does not exist`
    if ((number + count) * pageSize > size) return `it is cut off after ${size} bytes`
    for (let index = number; index < number + count; index += 1) {
      const bit = 1 << (index & 7)
      if ((used[index >> 3] ?? 0) & bit) return `page ${index} is used twice`
      used[index >> 3] = (used[index >> 3] ?? 0) | bit
    }
    return undefined
  }
  const readHeader = (number: number, target: Buffer, length: number, flag: number): string | undefined => {
    if (readSync(descriptor, target, 0, length, number * pageSize) !== length) return `page ${number} cannot be read`
    const isExpected = target.readBigUInt64LE(0) === BigInt(number) && (target.readUInt16LE(18) & 0xf) === flag
    return isExpected ? undefined : `page ${number} has been overwritten`
  }
  const header = Buffer.alloc(headerSize)
  const takeLargeValue = (number: number, bytes: number): string | undefined => {
    const outside = take(number, 1)
    if (outside) return outside
    const wrong = readHeader(number, header, headerSize, flags.overflow)
    if (wrong) return wrong
    const count = header.readUInt32LE(20)
    if (count < Math.ceil((headerSize + bytes) / pageSize)) return `page ${number} has been overwritten`
    return count > 1 ? take(number + 1, count - 1) : undefined
  }
  const readNode = (offset: number, level: number, hasTables: boolean): string | undefined => {
    const data = offset + 8 + view.getUint16(offset + 6, true)
    const low = view.getUint32(offset, true)
    const nodeFlag = view.getUint16(offset + 4, true)
    if (level > 1) {
      if (data > pageSize) return ''
      waiting.push({ number: low + nodeFlag * 2 ** 32, level: level - 1, hasTables })
      return undefined
    }
    const isLarge = (nodeFlag & nodeFlags.bigData) !== 0
    if (data + (isLarge ? 8 : low) > pageSize) return ''
    if (isLarge) return takeLargeValue(Number(view.getBigUint64(data, true)), low)
    if (hasTables && nodeFlag & nodeFlags.table) {
      if (low !== 48) return ''
      add(readTree(page, data), false)
    }
    return undefined
  }
  const [free, main] = meta.trees
  add(free, false)
  add(main, true)
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { number, level, hasTables } = next
    const wrong = take(number, 1) ?? readHeader(number, page, pageSize, level > 1 ? flags.branch : flags.leaf)
    if (wrong) return wrong
    const lower = view.getUint16(20, true)
    if (lower > view.getUint16(22, true) || lower > pageSize - headerSize) return `page ${number} has been overwritten`
    for (let index = 0; index < lower; index += 2) {
      const offset = view.getUint16(headerSize + index, true) + headerSize
      const problem = offset < headerSize + lower || offset + 8 > pageSize ? '' : readNode(offset, level, hasTables)
      if (problem !== undefined) return problem || `page ${number} has been overwritten`
    }
  }
  return undefined
}
