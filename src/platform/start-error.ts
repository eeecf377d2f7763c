// A start that cannot go on: the message is one clear sentence for the person at the terminal, with what to do next.

export class StartError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartError'
  }
}
