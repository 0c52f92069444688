// The bundler turns text files into strings, so that the colours are those of the program and need no copy.
declare module '*.txt' {
    const text: string;
    export default text;
}
