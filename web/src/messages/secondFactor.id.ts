// Kalimat di sekitar verifikasi dua langkah dan kata sandi yang diminta lagi, dalam Bahasa Indonesia.
import type { SecondFactorMessages } from "./secondFactor.en";

export const messages = {
  title: "Verifikasi Dua Langkah",
  signIn: {
    title: "Masukkan kode verifikasi",
    lead: "Buka aplikasi autentikator, lalu masukkan enam angka yang tampil di sana.",
    code: "Kode",
    hint: "Kode pemulihan juga bisa dipakai, satu kali. Jika ponsel dan kode hilang, hubungi pengelola server.",
    submit: "Masuk",
    cancel: "Masuk dengan akun lain",
    wrong: "Kode ini salah atau sudah dipakai. Pastikan juga jam di ponsel tepat.",
  },
  off: {
    state: "Verifikasi dua langkah belum aktif.",
    lead: "Jika aktif, selain kata sandi Anda memasukkan kode dari aplikasi di ponsel. Orang lain tidak bisa masuk walaupun tahu kata sandi Anda.",
    begin: "Aktifkan",
  },
  enrol: {
    scan: "Scan dengan aplikasi autentikator, misalnya Aegis, Google Authenticator, atau 1Password.",
    qrCode: "Kode QR untuk aplikasi autentikator",
    secret: "Atau masukkan kunci ini di aplikasi",
    code: "Enam angka dari aplikasi",
    submit: "Konfirmasi dan aktifkan",
  },
  codes: {
    title: "Kode pemulihan Anda",
    lead: "Setiap kode bisa dipakai sekali untuk masuk saat ponsel tidak ada. Kode hanya tampil sekarang: simpan di tempat yang aman.",
    copy: "Salin kode",
    copied: "Tersalin",
    download: "Unduh sebagai file",
    done: "Sudah saya simpan",
  },
  on: {
    state: "Verifikasi dua langkah aktif.",
    left: (count: number) => `Tersisa ${count} kode pemulihan.`,
    renew: "Buat kode pemulihan baru",
    switchOff: "Nonaktifkan",
    sure: "Setelah dinonaktifkan, cukup kata sandi untuk masuk, dan kode pemulihan tidak berlaku lagi.",
    off: "Verifikasi dua langkah sudah dinonaktifkan",
  },
  again: {
    title: "Kata sandi Anda",
    lead: "Anda masuk lebih dari 15 menit yang lalu. Masukkan kata sandi sekali lagi untuk melanjutkan. Isian Anda tidak hilang.",
    password: "Kata sandi",
    wrong: "Kata sandi ini salah.",
    code: "Kode dari aplikasi autentikator, atau kode pemulihan",
    codeNeeded: "Sekarang masukkan kodenya",
    submit: "Lanjutkan",
  },
} satisfies SecondFactorMessages;
