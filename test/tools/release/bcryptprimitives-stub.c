// Defines the function that Bun for Windows needs from a library that Wine 8 does not have.
#include <windows.h>
// This header needs the one before it.
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(BYTE* data, SIZE_T size) {
  return RtlGenRandom(data, (ULONG)size);
}
