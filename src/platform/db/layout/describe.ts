// Asks the server for the types of a statement's parameters and columns; nothing is planned or run.
import type { SqlAsker } from '../sql-client.ts'

export interface Description {
  /** Types of the parameters, by number. */
  parameters: number[]
  /** Null when the statement answers with nothing. */
  columns: { name: string; type: number }[] | null
}

interface Wire {
  parse(statement: { text: string; name: string; types: number[] }): void
  describe(what: { type: 'S'; name: string }): void
  sync(): void
  once(event: 'parameterDescription', hear: (message: { dataTypeIDs: number[] }) => void): void
  off(event: 'parameterDescription', hear: (message: { dataTypeIDs: number[] }) => void): void
}

/** @throws DatabaseError when the statement makes no sense to the server. */
export function describe(client: SqlAsker, text: string): Promise<Description> {
  return new Promise((resolve, reject) => {
    let parameters: number[] = []
    let columns: Description['columns'] = null
    let failed: Error | undefined
    let wire: Wire | undefined
    const hear = ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      parameters = dataTypeIDs
    }
    client.query({
      text: undefined,
      submit(connection: unknown) {
        wire = connection as Wire
        wire.once('parameterDescription', hear)
        wire.parse({ text, name: '', types: [] })
        wire.describe({ type: 'S', name: '' })
        wire.sync()
        return null
      },
      handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
        columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }))
      },
      handleError(error: Error) {
        failed = error
        reject(error)
      },
      handleReadyForQuery() {
        wire?.off('parameterDescription', hear)
        if (!failed) resolve({ parameters, columns })
      },
      handleCommandComplete() {},
      handleDataRow() {},
      handleEmptyQuery() {},
    } as never)
  })
}
