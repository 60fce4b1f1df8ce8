/** The data folder cannot be used. The message contains the reason and what to do. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError'
}
