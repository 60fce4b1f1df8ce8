import { AppError } from '@mqdeck/contract'

/** @throws {AppError} NOT_FOUND if the path names another node */
export function requireNode(asked: string, own: string): void {
  if (asked !== own) throw new AppError('NOT_FOUND', `Node not found: ${asked}`)
}

/** @throws {AppError} NODE_DOWN if a list filter names another node */
export function filterNode(asked: string | undefined, own: string): void {
  if (asked !== undefined && asked !== own) {
    throw new AppError('NODE_DOWN', `bad rpc call <<"${asked}">>, Reason <<"invalid node">>`)
  }
}
